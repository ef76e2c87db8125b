import type { Day, DemoPart } from "./demo-part.ts";
import { edgesFrom } from "./edges-from.ts";
import { HANDBOOK } from "./handbook.ts";

/** Pages of the company handbook, and the tables that gather its own kinds. */
export function describePages(day: Day): DemoPart {
	return {
		entities: [
			{
				key: "page-handbook",
				kind: "page",
				title: "Handbook",
				by: "maren",
				created: -190,
				updated: -14,
				props: { tags: ["handbook"] },
				description: "Where the rules of the house stand, and who may change them.",
				body: HANDBOOK,
			},
			{
				key: "page-review",
				kind: "page",
				title: "How we run a review",
				by: "maren",
				created: -180,
				updated: -33,
				props: { tags: ["handbook", "reviews"] },
				body: `Forty-five minutes, standing, the part on the table.

1. **Blocked first.** Who waits, for whom, since when.
2. **Numbers that moved.** Only those that moved since last week.
3. **Decisions.** One page each, written before the meeting, read aloud by whoever did not write it.

> A review that ends early is a gift. Do not fill it.

The chair writes the note on the same day and links every task by its title. Since ${day(-33)} the note also names who was asked to end each block.`,
			},
			{
				key: "page-field-kit",
				kind: "page",
				title: "What goes into the field kit",
				by: "priya",
				created: -120,
				updated: -47,
				props: { tags: ["field"] },
				body: `| item | how many | why |
|---|---|---|
| rope, 30 m | 1 | bridges have no railings where gauges hang |
| hybrid capacitor, charged | 2 | a cold one does not start a modem |
| laminated wiring card | 1 | telephones get wet, see [[Choosing a place on the bridge]] |
| chocolate | enough | [[Samir Haddad]] shares, if asked twice |

Back in the van the kit is checked by two people. The missing torch of the Tanner's Weir visit was found four weeks later, in the river, still on.`,
			},
			{
				key: "db-people",
				kind: "database",
				title: "Who is who",
				by: "maren",
				created: -200,
				updated: -30,
				props: { row_kind: "Person" },
				description: "Everybody at Rillmark with role, team and manager.",
			},
			{
				key: "db-okrs",
				kind: "database",
				title: "Objectives by quarter",
				by: "maren",
				created: -85,
				updated: -6,
				props: { row_kind: "OKR" },
				description: "What each team wants to have moved by the end of the quarter.",
			},
		],
		edges: edgesFrom({ "page-handbook": { references: ["page-review", "page-field-kit"] } }),
	};
}
