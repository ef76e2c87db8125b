import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

const contextOf = (day: Day): string => `# Sallow valley flood warning in one page

The Sallow Catchment Board looks after 64 kilometres of river, eleven villages and one school that stands too low. Three years ago the water reached the school's coat hooks. The Board then ordered a network that measures at twenty-four sites and wakes thirty-one volunteer wardens before the water comes.

## What we owe
- twenty-four sites that report every fifteen minutes;
- warnings that reach a warden within four minutes, by two independent routes;
- a threshold book that the Board has signed;
- three seasons of operation, then a Board that runs it alone.

The price is 192,000 euros; the last 30 % is paid at [[Acceptance by the Catchment Board]] on ${day(75)}.

## Where we stand
| part | state |
|---|---|
| posts | 17 of 18, [[Set the post at Tanner's Weir]] waits for a signature |
| bridges | 2 of 6, taken over provisionally from the gauge trial |
| message path | first route in service, second in work |
| threshold book | 21 of 24 pages signed |
| wardens' answer rate | 94 % |

## Where it hurts
1. **Tanner's Weir.** The gap is nine kilometres long and ends at the school. See [[Access to Tanner's Weir]].
2. **Four bridges.** They need certified gauges, which come late: [[Bridge gauges come after the flood season starts]].
3. **Messages.** The storm night showed that one provider is not enough: [[The storm night, hour by hour]].

## Who to ask
[[Samir Haddad]] for sites and landowners, [[Eleri Pugh]] for thresholds and wardens, [[Joaquín Beltrán]] for the portal and the message path, [[Dele Bankole]] for the contract.

## Words of the place
A *post* is a gauge on a pole in the bank, a *bridge* a radar gauge under one. *Amber* means get ready, *severe* means move. "The line" is the amber level painted on the post.`;

const stormOf = (day: Day): string => `# The storm night, hour by hour

Night to ${day(-27)}. 58 mm of rain in six hours on wet ground. The highest level since the network stands, 0.4 m below the coat hooks.

| time | what happened |
|---|---|
| 23:40 | first amber, post 3 below the reservoir; delivered in 52 seconds |
| 01:15 | severe at post 9; all wardens of the upper valley confirm |
| 01:52 | Tellwise stops delivering; their status page stays green |
| 02:10 | Joaquín sees the queue grow and rings wardens by hand, from the pocket card |
| 02:33 | Tellwise delivers again, everything at once |
| 03:05 | post 14 reports a tilt of 19 degrees, then nothing for three hours |
| 04:30 | the school's caretaker, called by telephone, closes the flood doors |
| 07:00 | river falls |

## In figures
218 messages, 155 in time, 63 later than four minutes. All 63 fell into the 41 minutes of the outage. Nobody was hurt; two cellars would have been dry with an hour more.

## What went well
- The two-step rule sent one amber per site, not seven.
- The pocket card had every number on it. Paper does not fail over, it is already there.

## What did not
- One provider. Hence [[Add voice calls through a second provider]].
- We believed a green status page. We now measure delivery ourselves.
- Post 14 stood where trunks drift. Hence [[Fit debris guards to the six exposed posts]].
- Eleven of the wardens do not wake to a text. They told us so a week before, in the survey; we had not read it.

## What follows
- [x] Measure each step of the path
- [x] New levels for Kiln Green
- [ ] [[Connect the voice route through Parlo]]
- [ ] [[Run the drill with Tellwise switched off]]
- [ ] Tell the Board on page one of the season report`;

const THRESHOLDS = `# How thresholds are made

A threshold is not a number that we set. It is an agreement between people who will be woken and people who will do the waking, written down as a number.

## The evening
One per parish, in the pub or the hall. Eleri brings the levels of the last floods and a map. The wardens say what they remember: where the water stood when the lane was closed, when the sheep were moved, when it was too late for the sheep. Each memory becomes a mark, each mark a level.

## The two steps
**Amber** needs both: the level above the line *and* a rise of at least 8 cm per hour. A river that stands at the line all night, as at Kiln Green, wakes nobody.
**Severe** needs the level alone. A slow flood is still a flood.

This is [[Warn on level and rate of rise together]]. It was replayed against two years of levels: 38 ambers became 9, and none of the 4 real floods was missed.

## The page
| field | example, Kiln Green |
|---|---|
| line (amber) | 1.71 m, *the water is on the cricket pitch* |
| rise | 8 cm per hour |
| severe | 2.30 m, *the lane is closed* |
| highest known | 2.94 m |
| signed by | one warden, one officer |

## Changing one
After every event Eleri looks at each site that was within 10 cm of a line. A change needs the same two signatures. Kiln Green went up by 11 cm after the storm night.

Three pages are missing: Tenter, Long Causeway and Tanner's Weir. The last two parishes want to see a gauge first. Until then [[Print the threshold book]] waits, and so does the signature of the Board.`;

const weirOf = (day: Day): string => `# Access to Tanner's Weir

The weir belongs to Mrs Ashdown, the path to it crosses a meadow that belonged to her brother, and our first draft mixed up the two.

## What happened so far
- ${day(-57)}: first draft sent, prepared from an old map. Names the meadow, 99 years, no rent.
- ${day(-44)}: no answer; reminder sent by mail merge. That did not help.
- ${day(-18)}: letter from Mrs Ashdown. She invites us to look at the weir before writing about it.
- ${day(-9)}: Samir went, with cake. She showed him the flood marks of her grandfather, cut into the sluice post back to 1911. See [[Morning at the weir]].
- ${day(-2)}: corrected draft by Dele.

## The corrected draft
| point | first draft | now |
|---|---|---|
| land | the brother's meadow | the weir bank, 2 m by 2 m |
| term | 99 years | 10 years, notice of one year |
| rent | none | 120 euros a year |
| access | at any time | by the lane, with a call the day before |
| at the end | nothing said | post and footing removed, turf restored |

## Why it matters
Between Long Causeway and the school there is no other place with firm ground and a clear channel. Without the weir the school has eleven minutes of warning, with it about fifty. That is why [[Tanner's Weir stays closed to us]] is rated high although it is one site of twenty-four.

## If she says no
1. A bridge gauge on the footbridge 700 m downstream: privately owned too, and lower.
2. A post on the school's own ground: measures the flood when it has arrived.`;

const PATH = `# The message path

From the water to the warden. Times are medians in calm weather.

1. **Gauge** measures, decides that the level moved, registers and sends: 40 s.
2. **Rule** compares with amber and severe, looks back one hour for the rate of rise: 5 s.
3. **Queue** picks the wardens of the site in the order of the list: 3 s.
4. **Text** through Tellwise: 20 s until the delivery receipt.
5. **Call** through Parlo if there is no receipt after 60 s: 25 s until it rings.
6. **Answer**: the warden presses 1, or the next on the list is called after one minute.

68 seconds over the first route, 133 over the second. Four minutes are 240, so there is room for one warden who does not answer, not for two.

## Rules
- We believe receipts, not status pages.
- Every message carries the site, the level, the meaning in words, and nothing else.
- Once a month the first route is switched off on purpose for ten minutes.
- Numbers live in one table. The delivery log still shows them in full, which [[Mask telephone numbers in the delivery log]] ends.

## Known trouble
Cordless telephones of two makes send tones shorter than 80 ms, and Parlo drops them. The warden presses 1, we hear nothing, the next warden is woken. See [[Understand the lost key presses of cordless telephones]]. A spoken "yes" would solve it and cost 0.02 euros more per call.`;

/** Sallow valley: what is written down. */
export function describeSallowDocuments(day: Day): DemoPart {
	return placeInProject("sallow", {
		entities: [
			{
				key: "doc-sallow-context",
				kind: "document",
				title: "Sallow valley flood warning in one page",
				type_key: "document.context.project",
				state_key: "published",
				by: "maren",
				created: -175,
				updated: -4,
				description: "What we owe the Board, where we stand, where it hurts and whom to ask.",
				body: contextOf(day),
			},
			{
				key: "doc-storm-night",
				kind: "document",
				title: "The storm night, hour by hour",
				type_key: "document.knowledge.review",
				state_key: "published",
				by: "maren",
				created: -26,
				updated: -20,
				description: "What the network did in its first real flood, and the 41 minutes when it did not.",
				body: stormOf(day),
			},
			{
				key: "doc-thresholds",
				kind: "document",
				title: "How thresholds are made",
				type_key: "document.reference.method",
				state_key: "ready",
				by: "maren",
				created: -96,
				updated: -12,
				description: "The evening, the two steps, the page and the signatures.",
				body: THRESHOLDS,
			},
			{
				key: "doc-weir-access",
				kind: "document",
				title: "Access to Tanner's Weir",
				type_key: "document.knowledge.case",
				state_key: "in_review",
				by: "maren",
				created: -17,
				updated: -2,
				description: "Two drafts, one letter, one cake, and what happens if the answer is no.",
				body: weirOf(day),
			},
			{
				key: "doc-message-path",
				kind: "document",
				title: "The message path",
				type_key: "document.spec.architecture",
				state_key: "in_review",
				by: "maren",
				created: -21,
				updated: -3,
				description: "Six steps with their seconds, four rules and one known trouble.",
				body: PATH,
			},
		],
		edges: edgesFrom({
			sallow: {
				has_context_document: ["doc-sallow-context"],
				has_document: ["doc-storm-night", "doc-message-path"],
			},
			"risk-landowner": { references: ["doc-weir-access"] },
			"plan-thresholds": { references: ["doc-thresholds"] },
			"task-voice-route": { references: ["doc-message-path"] },
			"out-season-report": { references: ["doc-storm-night"] },
			"out-warden-card": { relates_to: ["plan-message-path"] },
		}),
	});
}
