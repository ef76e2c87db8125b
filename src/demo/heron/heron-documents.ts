import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

const contextOf = (day: Day): string => `# Heron 2 in one page

Heron 2 is a radar gauge for water level. It hangs under a bridge, looks straight down, measures every fifteen minutes and sends the level by radio. It replaces Heron 1, which needs a stilling pipe in the river and a visit every five months.

## Why we build it
Our customers are catchment boards, road authorities and a few anglers' clubs. They do not ask for more accuracy; they ask for fewer visits. In fourteen sales calls nine people wanted five years of battery life in writing, and two hung up when we would not promise it. That is why [[Five years on one battery pack]] stands beside [[Heron 2 hangs under the first hundred bridges]] and not below it.

## How it is made
| part | choice | supplier | decided in |
|---|---|---|---|
| radar | 60 GHz module | Ostrel | [[Use the 60 GHz radar module, not the 80 GHz one]] |
| power | two lithium D-cells, hybrid capacitor | two distributors | [[Lithium D-cells with a hybrid capacitor instead of NiMH and solar]] |
| hinge | cast marine steel | Lindqvist Marine | [[Move the lid hinge from Varga Stampings to Lindqvist Marine]] |
| modem | BT-40 | Brannock Telemetry | open, see [[Stock three years of BT-40 modems before the last order date]] |
| assembly | forty units in four days | Pelham Assembly | [[Build forty pilot units instead of a hundred]] |

## Where we stand
The design was frozen two months ago. Then the hinge cracked in the salt-spray cabinet, and the pilot moved by seven weeks to ${day(38)}. Six alpha gauges hang under bridges of the River Sallow and have delivered six weeks of good data, apart from one night with a spider.

Three things decide whether we deliver on ${day(96)}:

1. the hinge samples, which hold up the lid tool, which holds up the pilot;
2. the test-house slot, which needs three pilot units on its first morning;
3. the modem, which Brannock stops making.

## Who to ask
- Firmware, radio, anything that draws current: [[Priya Raghunathan]]
- Housing, lid, bracket: [[Luc Fontanel]]
- Tests and Norrfield: [[Agnieszka Wrona]]
- Parts and Pelham: [[Hana Kobayashi-Wells]]

## Words we use
**Alpha**: the six hand-built gauges in the trial. **Pilot**: the forty units from Pelham. **Series**: everything after. A gauge is *live* when it has delivered thirty days without a visit.`;

const hingeOptionsOf = (day: Day): string => `# Hinge options after the salt-spray failure

Written by Luc for the review on ${day(-26)}. The question: what holds the lid of Heron 2, and when can we have it?

## What happened
Six lids went into the cabinet. At 310 hours three of six hinge pins had cracked, all at the groove of the retaining ring. The latch and the gasket were fine. [[Lid hinge and latch survive 1,000 hours of neutral salt spray without a crack]] asks for more than three times as long.

The metallurgist's letter names the cause: the pins are made of free-machining steel, although our drawing asks for marine grade. Varga Stampings changed the bar stock two years ago and told nobody. Heron 1 uses the same hinge, but its lid is opened twice a year instead of never, and its pins are replaced on each visit.

## Options

| option | weeks | tool change | cost per unit | against it |
|---|---|---|---|---|
| Varga with correct steel | 14 | none | +0.40 € | minimum order of 5,000; trust |
| bonded living hinge | 5 | new lid | −1.10 € | lid cannot be replaced in the field |
| Lindqvist cast hinge | 7 | re-cut lid tool | +2.10 € | 4 mm wider, no history with us |
| captive screws, no hinge | 3 | none | +0.20 € | technicians drop lids into rivers |

## Recommendation
Lindqvist. Seven weeks are painful, fourteen are worse, and the bonded hinge breaks the promise that a lid can be changed on a ladder. Fergus voted against screws with a list of the four lids he has lost.

The tool for the lid has to be re-cut by Brook & Dahl. A cut cannot be undone, so samples come first: see [[Sign off the Lindqvist first-article samples]] and then [[Re-cut the lid tool for the Lindqvist hinge]].

## What we still do not know
- [x] Does the gasket groove stay where it is? Yes, with the pocket widened to the left.
- [ ] Closing force at −20 °C with the cast hinge
- [ ] Whether Varga takes back the 180 hinges on order
- [ ] How the cast surface looks after 1,000 hours

The cost goes into [[Landed cost below 412 euros]]: the bill of materials rises from 402.90 to 405.00 euros, still below the line.`;

const modemMemoOf = (day: Day): string => `# Modem supply after the BT-40 notice

On ${day(-16)} Brannock Telemetry told its customers that the BT-40 ends. Last orders on ${day(62)}, last shipment on ${day(150)}, no successor named. Heron 1 and Heron 2 both carry this modem.

## What we have and what we need
| use | pieces |
|---|---|
| in stock | 212 |
| pilot and trial replacements | −46 |
| first series | −120 |
| service spares for seven years | −230 |
| series of years two and three | −966 |
| **short by** | **1,150** |

At 31 euros a piece that is 35,650 euros, paid with the order.

## Ways out
1. **Stock three years.** Certain, and it binds money that the pilot needs. No new approval.
2. **Quillon Q2.** Costs 24 euros and can be had from three distributors. It sleeps at 9 µA instead of 3, which takes five months off the battery life, and it needs its own radio approval: about five months and 14,000 euros.
3. **Half and half.** 600 modems now, Quillon for the second series. Two firmware branches for years.
4. **Ask Brannock to go on.** Iain Brannock was friendly on the telephone and would not say why he stops.

## Where this stands
[[Stock three years of BT-40 modems before the last order date]] has been with Maren since ${day(-14)}. Until it is answered, [[Place the last order for BT-40 modems]] cannot move, and [[Modem runs out before a replacement is approved]] stays the only critical risk of the project.

Priya's view: option 1, because a new approval would collide with the slot at Norrfield. Hana's view: option 3, because 1,150 modems are also 1,150 chances to have bought the wrong thing.

- [x] Count stock and service needs
- [x] Ask for the price of 1,150 pieces
- [ ] Measure the Quillon in the cold chamber
- [ ] Decision, two weeks before last orders at the latest: ${day(48)}`;

const webReportOf = (day: Day): string => `# The night the spider raised the river

On ${day(-36)} at ten past two the trial gauge at Coldharbour Bridge reported a rise of 0.42 m. It had not rained for nine days. At five past six the level was back. In between, a warden drove out in his pyjamas.

## What we found
Fergus found an orb web across the radar window, wet with dew. He left it there for one more night, which was good science: the same rise came at the same hour and left with the sun.

Noor laid the echo strength beside the level. During the false rise the echo fell to 47 % of its nightly median. In 12 real rises on the six bridges it never fell below 82 %. So a rise with a dim echo is probably not water.

## What we do
- Filter in firmware: hold the level when it rises while the echo is below 60 %, and mark the reading. That is [[Write the spider-web filter]].
- No film on the window for now: [[Coat the radar window against spider webs]] is put off until the filter has run.
- Wardens see held readings as hollow dots, so that nobody believes the gauge is dead.

## What could go wrong with it
Heavy foam also dims the echo. If both come together the filter would hold back a real rise, and that is worse than a warden in pyjamas. A reading is therefore never held for longer than 30 minutes. Foam has not been measured in nature yet: [[Foam below weirs hides the water surface]].`;

/** Heron 2: what is written down. */
export function describeHeronDocuments(day: Day): DemoPart {
	return placeInProject("heron", {
		entities: [
			{
				key: "doc-heron-context",
				kind: "document",
				title: "Heron 2 in one page",
				type_key: "document.context.project",
				state_key: "published",
				by: "priya",
				created: -180,
				updated: -4,
				description: "What Heron 2 is, why we build it, where it stands and whom to ask.",
				body: contextOf(day),
			},
			{
				key: "doc-hinge-options",
				kind: "document",
				title: "Hinge options after the salt-spray failure",
				type_key: "document.knowledge.comparison",
				state_key: "published",
				by: "priya",
				created: -30,
				updated: -25,
				description: "Four ways to hold a lid, with weeks, euros and what speaks against each.",
				body: hingeOptionsOf(day),
			},
			{
				key: "doc-modem-memo",
				kind: "document",
				title: "Modem supply after the BT-40 notice",
				type_key: "document.knowledge.memo",
				state_key: "in_review",
				by: "priya",
				created: -13,
				updated: -4,
				description: "What we have, what we need, four ways out and who favours which.",
				body: modemMemoOf(day),
			},
			{
				key: "doc-web-report",
				kind: "document",
				title: "The night the spider raised the river",
				type_key: "document.knowledge.investigation",
				state_key: "published",
				by: "priya",
				created: -32,
				updated: -17,
				description: "A false alarm at Coldharbour Bridge, its cause and the filter that follows from it.",
				body: webReportOf(day),
			},
			{
				key: "doc-second-engineer",
				kind: "document",
				title: "Asking for a second firmware engineer",
				type_key: "document.intake.request",
				state_key: "draft",
				by: "priya",
				visibility: "private",
				created: -9,
				updated: -2,
				description: "Priya's own draft, not yet shown to anybody.",
				body: `I have put off the bootloader handover twice because every free day went into the hinge. That is not a plan, it is luck.

What I would ask [[Maren Oyelaran]] for:

1. One more firmware engineer, from ${day(60)} on, half of the cost out of the certification reserve.
2. If that is refused: Joaquín for two days a week until launch, and the portal waits.

Say it plainly: I had an offer from another house last month and did not take it. I do not want to use that as an argument, so it must not stand in the version I send.`,
			},
		],
		edges: edgesFrom({
			heron: {
				has_context_document: ["doc-heron-context"],
				has_document: ["doc-hinge-options", "doc-modem-memo"],
			},
			"dec-modem": { references: ["doc-modem-memo"] },
			"dec-hinge": { references: ["doc-hinge-options"] },
			"risk-modem-eol": { references: ["doc-modem-memo"] },
			"task-web-filter": { references: ["doc-web-report"] },
			"risk-webs": { references: ["doc-web-report", "note-warden-call"] },
		}),
	});
}
