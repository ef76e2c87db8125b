import type { Day, DemoEntity, DemoPart } from "./demo-part.ts";
import { edgesFrom } from "./edges-from.ts";

/** Links that lead nowhere on purpose, so that an unresolved link can be seen. */
export const UNRESOLVED_LINKS: readonly string[] = ["Open day at the boathouse", "Varga lessons learned"];

const PROFILES: readonly DemoEntity[] = [
	{
		key: "note-maren",
		kind: "note",
		title: "Maren: how I work",
		by: "maren",
		created: -208,
		updated: -90,
		props: { tags: ["people"] },
		body: `I decide quickly when the options stand on one page and slowly when they do not.

- Above 20,000 euros I sign, and I want to have slept over it once.
- Bring bad news before noon. It is the same news, but I am better company.
- When I do not answer, I have usually not forgotten. Ask again anyway.`,
	},
	{
		key: "note-priya",
		kind: "note",
		title: "Priya: how I work",
		by: "maren",
		created: -208,
		updated: -61,
		props: { tags: ["people"] },
		body: `Mornings are for code, the door is closed until eleven. In reviews I ask for what is blocked first; what is done can be read.

I trust measurements with a date and a unit. "Seems fine" is not a measurement. If a gauge does not answer, call me at any hour; if it answers wrongly, call [[Noor Jansen]] first.`,
	},
	{
		key: "note-luc",
		kind: "note",
		title: "Luc: how I work",
		by: "maren",
		created: -150,
		props: { tags: ["people"] },
		body: "Bring the part, not a photograph of it. I draw on paper before I draw on the screen, so the first idea can be burned. Away every second Friday to fetch my daughter from the ferry; [[Agnieszka Wrona]] decides about lids then.",
	},
	{
		key: "note-hana",
		kind: "note",
		title: "Hana: how I work",
		by: "maren",
		created: -150,
		updated: -19,
		props: { tags: ["people"] },
		body: "Any order needs three days, a part number and a reason. I ask every supplier once a year what they would rather stop making, which is how we usually learn of an end of life before the letter. With the BT-40 it did not work, and I would like to know why.",
	},
	{
		key: "note-samir",
		kind: "note",
		title: "Samir: how I work",
		by: "maren",
		created: -150,
		updated: -40,
		props: { tags: ["people"] },
		body: "On the river until three, at the telephone from four. Landowners first, permits second, concrete last: in the other order everything has to be dug up again. [[Eleri Pugh]] and I stand in for each other.",
	},
	{
		key: "note-eleri",
		kind: "note",
		title: "Eleri: how I work",
		by: "maren",
		created: -150,
		updated: -12,
		props: { tags: ["people"] },
		body: "Thresholds are agreed, not set: see [[How thresholds are made]]. I write down who said what at each parish evening, because in the year after a flood everybody remembers it higher. No calls between seven and eight in the evening, choir.",
	},
];

/** The notes of the workspace: who works how, what was said, what is worth keeping. */
export function describeNotes(day: Day): DemoPart {
	return {
		entities: [
			{
				key: "note-welcome",
				kind: "note",
				title: "Welcome to the demo",
				by: "maren",
				created: -1,
				props: { tags: ["demo", "start here"] },
				body: `**Rillmark Instruments does not exist.** The company, its people, rivers, suppliers and figures were invented for this demo, and every date moves with today.

Rillmark has twelve people and makes gauges that measure the level of small rivers. Good places to begin:

- [[Heron 2 bridge gauge]], a product whose lid hinge failed
- [[Sallow valley flood warning]], a network for a customer, five sites short
- [[Heron review: the hinge week]], where the two meet

The guide to the demo lists questions that are worth asking.`,
			},
			...PROFILES,
			{
				key: "note-review-hinge",
				kind: "note",
				title: "Heron review: the hinge week",
				by: "priya",
				created: -24,
				updated: -23,
				props: {
					tags: ["heron", "review"],
					frontmatter: { date: day(-24), chair: "Priya Raghunathan", present: 7 },
				},
				body: `Present: [[Maren Oyelaran|Maren]], [[Luc Fontanel|Luc]], [[Agnieszka Wrona|Agnieszka]], [[Hana Kobayashi-Wells|Hana]], Noor, Fergus, me.

Luc put a cracked pin on the table and nobody said anything for a while. Then his paper, [[Hinge options after the salt-spray failure]].

**Decided** by Maren at the table: [[Move the lid hinge from Varga Stampings to Lindqvist Marine]]. Her words: "Seven weeks hurt once, a lid in the river hurts every time."

**Follows from it**
- [x] Luc widens the hinge pocket
- [ ] Agnieszka signs the samples, then Brook & Dahl may cut
- [ ] Hana ends the Varga deliveries, see [[Call with Varga Stampings]]
- [ ] Samir tells the Board that the bridges come late: [[Gauges promised to the Sallow]]`,
			},
			{
				key: "note-call-varga",
				kind: "note",
				title: "Call with Varga Stampings",
				by: "maren",
				created: -19,
				props: { tags: ["heron", "supplier"], frontmatter: { date: day(-19), with: "sales desk of Varga" } },
				body: `Written down by [[Hana Kobayashi-Wells]].

They admit the change of bar stock two years ago: the old steel was discontinued, the new one "equivalent for most uses". No notice was sent because our drawing names a grade and their system stores only a diameter.

180 hinges are on order. They offer to cancel 100 if we pay for 80. I said I would ask. The 80 could go into indoor units, where there is no salt.

For the file: [[Varga lessons learned]], to be written when I am less angry.`,
			},
			{
				key: "note-gauges-promised",
				kind: "note",
				title: "Gauges promised to the Sallow",
				by: "priya",
				created: -23,
				updated: -9,
				props: { tags: ["heron", "sallow", "promise"] },
				body: `The one list of what the Heron project owes the Sallow project, because the two meet nowhere else.

| bridge | gauge today | promised |
|---|---|---|
| Mill Lane, Withy Ford | trial gauge, provisionally live | pilot unit, swap at the first visit |
| Coldharbour, Abbot's Arch | trial gauge, does not count | pilot unit with radio report |
| Long Causeway, Tenter | trial gauge, does not count | pilot unit with radio report |

The chain: [[Sign off the Lindqvist first-article samples]] → [[Re-cut the lid tool for the Lindqvist hinge]] → [[Forty pilot units built]] (${day(38)}) → [[Radio and EMC reports signed]] (${day(55)}) → [[Mount gauges under the last four bridges]] → [[Twenty-four of twenty-four]] (${day(60)}).

Five days of slack at the end, none before. If the Board says yes to [[Count trial gauges as live on the last four bridges]], the chain no longer matters to the valley.`,
			},
			{
				key: "note-weir-visit",
				kind: "note",
				title: "Morning at the weir",
				by: "maren",
				created: -9,
				props: { tags: ["sallow", "landowner"], frontmatter: { date: day(-9), who: "Samir Haddad" } },
				body: `Told by [[Samir Haddad]] in the van.

Mrs Ashdown is eighty-one and has measured the weir longer than we have. Her grandfather cut every flood into the sluice post; the highest mark is 1911, the second is three years ago. She would like the gauge, and she would like it to say *Ashdown's Weir* on the map, because Tanner was the man who let the sluice rot.

She does not want: a fence, a hum, ninety-nine years.
She wants: somebody who calls before coming, and the levels on paper once a month.

All of that is cheap. [[Eleri Pugh]] will ask to copy the marks, they are worth more than two years of our data.`,
			},
			{
				key: "note-warden-call",
				kind: "note",
				title: "Call from the warden of Coldharbour",
				by: "priya",
				created: -36,
				props: { tags: ["heron", "sallow", "feedback"] },
				body: `Ten to seven in the morning. He drove to the bridge at half past two for nothing, in his pyjamas, and wants us to know that he would do it again, "but not for a spider".

He asks that a reading that we doubt should look doubtful. That is a good idea and became the hollow dots in [[The night the spider raised the river]].`,
			},
			{
				key: "note-survey-remarks",
				kind: "note",
				title: "What the wardens wrote in the margin",
				by: "maren",
				created: -33,
				props: { tags: ["sallow", "feedback"] },
				body: `Free text of the survey, copied by [[Thandi Mokoena]].

- "I read texts at breakfast. If it is urgent, ring."
- "Say the name of the field, not centimetres."
- "My husband is the warden but I am the one who wakes up. Put my number."
- "Seven times in one night is a crying wolf." (Kiln Green)
- "Thank you for the card. It hangs beside the fuse box."

The first remark came nineteen times in nineteen wordings. It is the reason why I look kindly on [[Add voice calls through a second provider]].`,
			},
			{
				key: "note-suppliers",
				kind: "note",
				title: "Suppliers and how to reach a human there",
				by: "maren",
				created: -160,
				updated: -15,
				props: { tags: ["supplier", "reference"] },
				body: `| house | makes for us | knows | remark |
|---|---|---|---|
| Lindqvist Marine | hinge | [[Luc Fontanel]] | foundry closes for two weeks at midsummer |
| Varga Stampings | hinge, until now | [[Hana Kobayashi-Wells]] | ask for the tool shop, not for sales |
| Brook & Dahl | lid tool | [[Luc Fontanel]] | will not start without signed samples, and is right |
| Pelham Assembly | pilot and series | [[Hana Kobayashi-Wells]] | gives a free line away after ten days |
| Brannock Telemetry | modem | [[Priya Raghunathan]] | Iain answers himself, before eight |
| Norrfield | tests | [[Agnieszka Wrona]] | hall two, bring cake |
| Tellwise, Parlo | texts, calls | [[Joaquín Beltrán]] | believe receipts, not status pages |`,
			},
			{
				key: "note-review-latest",
				kind: "note",
				title: "Heron review: samples on the bench",
				by: "priya",
				created: -3,
				updated: -2,
				props: {
					tags: ["heron", "review"],
					frontmatter: { date: day(-3), chair: "Priya Raghunathan", present: 6 },
				},
				body: `**Blocked first.** The lid tool waits for the samples, Pelham waits for the lid, and the drawing of step ten waits for the lid as well. The second set is here; [[Agnieszka Wrona]] measures as soon as the gauge pins are back from calibration.

**Overdue and nobody's fault but mine:** [[Add a filter to the radar supply]], [[Hand the bootloader over to a second person]]. I take the filter this week; the handover needs a day that I do not have.

**Modem.** Second week without an answer; Maren says "not this week". I wrote down once more what it costs to wait: [[Modem supply after the BT-40 notice]].

**Good news.** Six weeks of trial, and Tenter has not missed a single comparison.`,
			},
			{
				key: "note-field-kit",
				kind: "note",
				title: "What belongs in the van",
				by: "maren",
				created: -170,
				updated: -22,
				props: { tags: ["field", "checklist"] },
				body: `- [ ] two-metre arm, and soon the longer one for Tenter
- [ ] torque key, set to 9 Nm
- [ ] pencil (ink fades on lids)
- [ ] spare gasket, spare pack, spare hat
- [ ] signed permit on paper; the police do not read tablets
- [ ] cake, where a landowner is involved

Kept by [[Fergus MacAllan]].`,
			},
			{
				key: "note-glossary",
				kind: "note",
				title: "Words of the trade",
				by: "maren",
				created: -195,
				updated: -58,
				props: { tags: ["reference"] },
				body: `**Stage**: the height of the water above a fixed zero. **Staff gauge**: a painted ruler in the river. **Stilling pipe**: a pipe that calms the water for Heron 1 and collects frogs. **Rating curve**: how stage becomes flow. **Wayleave**: a landowner's written leave to stand on the land. **First article**: the first part from a new tool, measured everywhere. **Knuckle**: the round part of a hinge that the pin goes through.`,
			},
			{
				key: "note-ideas",
				kind: "note",
				title: "Ideas that are not projects",
				by: "priya",
				created: -88,
				updated: -31,
				props: { tags: ["ideas"] },
				body: `- A gauge that listens for frogs. Eleri is serious about this.
- Sell the nine-step jig to other small makers.
- Paint the amber line on bridges in a colour that shows by torchlight.
- [[Open day at the boathouse]] with one gauge in a bathtub.
- Copy the marks of the old sluice post at the weir and draw a hundred years of floods.`,
			},
			{
				key: "note-walk-away",
				kind: "note",
				title: "Where I would walk away",
				by: "maren",
				visibility: "private",
				created: -12,
				updated: -5,
				props: { tags: ["private"] },
				body: `For nobody but me. About [[Kingfisher: buying Brannock Telemetry]].

1. Above 1.4 million, without discussion.
2. If [[Radio licences do not pass with the shares]] turns out true and Iain will not wait for the transfer.
3. If Catriona says no.

What I mind most is Priya's face when she asks about the modem. I told myself that [[Hold back the modem stock order until the exclusivity ends]] is right, and it is, and I will still owe her an apology on ${day(20)}.`,
			},
		],
		edges: edgesFrom({
			"note-review-hinge": { references: ["doc-hinge-options", "note-call-varga"] },
			"note-review-latest": { references: ["doc-modem-memo", "note-review-hinge"] },
			"note-gauges-promised": { relates_to: ["ms-pilot-build", "ms-all-sites"] },
			"note-survey-remarks": { relates_to: ["signal-warden-survey"] },
			"note-weir-visit": { relates_to: ["insight-ashdown"] },
			"note-warden-call": { relates_to: [{ to: "signal-web", text: "The human side of this reading." }] },
			"note-walk-away": { relates_to: ["risk-catriona"] },
		}),
	};
}
