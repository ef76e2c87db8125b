import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

/** Kingfisher: the work, what it leaves behind, and what was learned on the way. */
export function describeKingfisherWork(day: Day): DemoPart {
	return placeInProject("kingfisher", {
		entities: [
			{
				key: "plan-diligence",
				kind: "plan",
				title: "Looking before we buy",
				type_key: "plan.process.diligence",
				state_key: "active",
				by: "sylvie",
				created: -40,
				updated: -3,
				description: "Six questions, one person for each answer, no lawyers' shopping list.",
				body: `1. Who holds the radio licences? *Open; the whole plan waits here.*
2. What has gone wrong in the field, and who pays for it? *Half of the warranty file is here.*
3. Do the five people want to stay? *To be asked, carefully.*
4. What is the stock worth? *Counted: 96,000 euros, of which 31,000 will never be sold.*
5. What does Aquaterm's contract say about a new owner? *Notice of six months.*
6. Is the lease of the workshop transferable? *Yes, until the year after next.*`,
				props: { facet_context: "internal", facet_scale: "small", facet_stage: "execution" },
			},
			{
				key: "plan-financing",
				kind: "plan",
				title: "Paying for it",
				type_key: "plan.pipeline.finance",
				state_key: "active",
				by: "maren",
				created: -44,
				updated: -10,
				description: "Bank first, earn-out second, own cash last.",
				body: "The bank wants three things: the licence register, a plan for the first year, and equity above 30 %. With 300,000 of our own the quota falls from 47 to 33 %. There is room for one bad month, not for two.",
				props: { facet_context: "internal", facet_scale: "small", facet_stage: "execution" },
			},
			{
				key: "plan-hundred-days",
				kind: "plan",
				title: "The first hundred days",
				type_key: "plan.roadmap.integration",
				state_key: "draft",
				by: "maren",
				created: -20,
				updated: -8,
				description: "Change nothing in the first thirty, except who pays the coffee.",
				body: `- **Day 1**: both staffs at Brannock's workshop, Iain speaks first.
- **Days 2 to 30**: nobody moves desk. Priya and Catriona Muir meet about the BT-40 and what comes after it.
- **Days 31 to 60**: withdraw the end-of-life notice; orders reopen.
- **Days 61 to 100**: one price list, one service desk, a decision about the workshop.`,
				props: { facet_context: "internal", facet_scale: "medium", facet_stage: "planning" },
			},

			// Tasks
			{
				key: "task-licence-register",
				kind: "task",
				title: "Obtain the licence register from Iain Brannock",
				type_key: "task.coordinate",
				state_key: "in_progress",
				by: "sylvie",
				created: -36,
				updated: -2,
				description: "Promised twice. He says it is in the blue cabinet and the key is with his sister.",
				props: { priority: 1, due_at: day(-10), assignees: ["Maren Oyelaran"] },
			},
			{
				key: "task-purchase-agreement",
				kind: "task",
				title: "Draft the share purchase agreement",
				type_key: "task.create",
				state_key: "blocked",
				by: "sylvie",
				created: -28,
				updated: -3,
				description: "Everything but the clause on licences and the price stands.",
				props: { priority: 1, due_at: day(7), assignees: ["Sylvie Marchetti"] },
			},
			{
				key: "task-bank-file",
				kind: "task",
				title: "Complete the file for Havn Savings Bank",
				type_key: "task.admin",
				state_key: "in_progress",
				by: "maren",
				created: -30,
				updated: -4,
				description: "First-year plan is in; licences are missing.",
				props: { priority: 1, due_at: day(-2), assignees: ["Maren Oyelaran"] },
			},
			{
				key: "task-warranty-file",
				kind: "task",
				title: "Read the warranty file",
				type_key: "task.review",
				state_key: "in_progress",
				by: "sylvie",
				created: -25,
				updated: -6,
				description: "187 cases in four years; a crystal of one batch accounts for 140 of them.",
				props: { priority: 2, due_at: day(4), assignees: ["Sylvie Marchetti"] },
			},
			{
				key: "task-talk-catriona",
				kind: "task",
				title: "Ask Catriona Muir what she would want",
				type_key: "task.coordinate",
				state_key: "todo",
				by: "maren",
				created: -21,
				updated: -8,
				description: "With Iain's consent, over lunch, without papers.",
				props: { priority: 1, due_at: day(9), assignees: ["Maren Oyelaran"] },
			},
			{
				key: "task-stock-count",
				kind: "task",
				title: "Value the stock",
				type_key: "task.research",
				state_key: "done",
				by: "sylvie",
				created: -35,
				updated: -24,
				description: "96,000 euros at cost, 65,000 of it saleable.",
				props: { priority: 2, due_at: day(-24), assignees: ["Sylvie Marchetti"] },
			},
			{
				key: "task-announcement",
				kind: "task",
				title: "Prepare the words for both staffs",
				type_key: "task.create",
				state_key: "todo",
				by: "maren",
				created: -10,
				description: "Start with why the modem question took so long, and apologise for it.",
				props: { priority: 3, due_at: day(30), assignees: ["Maren Oyelaran"] },
			},

			// Outputs
			{
				key: "out-letter-of-intent",
				kind: "output",
				title: "Letter of intent, signed copy",
				type_key: "output.written.contract",
				state_key: "published",
				by: "sylvie",
				created: -41,
				description: "Four pages; price range 1.25 to 1.4 million, sixty-one days of exclusivity.",
			},
			{
				key: "out-valuation",
				kind: "output",
				title: "Valuation model",
				type_key: "output.operational.model",
				state_key: "review",
				by: "sylvie",
				created: -34,
				updated: -11,
				description: "Three cases: Aquaterm stays, halves, leaves. 1.51, 1.32 and 0.94 million euros.",
			},

			// Signals and insights
			{
				key: "signal-iain-lunch",
				kind: "signal",
				title: "Iain Brannock says he wants to stop",
				type_key: "signal.conversation",
				by: "maren",
				created: -74,
				props: {
					channel: "conversation",
					ts: day(-76),
					payload:
						"Seventy next spring, no successor, asks whether Maren knows somebody who would look after the five.",
				},
			},
			{
				key: "signal-aquaterm-share",
				kind: "signal",
				title: "Customer list in the data room",
				type_key: "signal.diligence",
				by: "sylvie",
				created: -33,
				props: {
					channel: "data room",
					ts: day(-33),
					payload: {
						customers: 41,
						aquaterm_share_percent: 38,
						rillmark_share_percent: 22,
						next_largest_percent: 6,
					},
				},
			},
			{
				key: "signal-crystal",
				kind: "signal",
				title: "One crystal batch in the warranty cases",
				type_key: "signal.diligence",
				by: "sylvie",
				created: -7,
				props: {
					channel: "data room",
					ts: day(-7),
					payload: { cases: 187, same_batch: 140, still_under_warranty: 510, cost_each_euros: 44 },
				},
			},
			{
				key: "insight-two-buyers",
				kind: "insight",
				title: "Brannock lives on two customers, and we are one of them",
				type_key: "insight.market",
				by: "sylvie",
				created: -31,
				props: {
					derived_from_signal_id: "key:signal-aquaterm-share",
					summary:
						"60 % of sales go to Aquaterm and Rillmark; the price has to assume that Aquaterm halves its orders.",
				},
			},
			{
				key: "insight-warranty-cap",
				kind: "insight",
				title: "The warranty trouble is one batch and can be capped",
				type_key: "insight.diligence",
				by: "sylvie",
				created: -6,
				props: {
					derived_from_signal_id: "key:signal-crystal",
					summary:
						"At worst 510 modems at 44 euros, 22,440 euros; to be held back from the price for two years.",
				},
			},
		],
		edges: edgesFrom({
			kingfisher: {
				has_plan: ["plan-diligence"],
				has_signal: ["signal-iain-lunch"],
				has_insight: ["insight-two-buyers"],
			},
			"goal-own-modem": { has_plan: ["plan-diligence", "plan-hundred-days"] },
			"goal-price-ceiling": { has_plan: ["plan-financing"], has_output: ["out-valuation"] },
			"plan-diligence": {
				has_task: ["task-licence-register", "task-warranty-file", "task-stock-count", "task-talk-catriona"],
				targets_milestone: ["ms-data-room"],
				mitigates: ["risk-licence-transfer"],
			},
			"plan-financing": {
				has_task: ["task-bank-file"],
				mitigates: ["risk-bank-no"],
				depends_on: ["plan-diligence"],
			},
			"plan-hundred-days": { has_task: ["task-announcement"], mitigates: ["risk-catriona"] },
			"task-licence-register": {
				blocks: [
					{ to: "task-purchase-agreement", text: "No licence clause, no price." },
					{ to: "task-bank-file", text: "The bank's first condition." },
				],
				requires: ["req-clean-licences"],
			},
			"task-purchase-agreement": { targets_milestone: ["ms-signing"] },
			"task-bank-file": { requires: ["req-equity"] },
			"task-talk-catriona": { supports_goal: ["goal-keep-five"], mitigates: ["risk-catriona"] },
			"task-stock-count": { produces: ["out-valuation"] },
			"task-announcement": { mitigates: ["risk-leak"] },
			"insight-two-buyers": { relates_to: ["risk-aquaterm", "out-valuation"] },
			"insight-warranty-cap": { relates_to: ["task-warranty-file"] },
			"signal-iain-lunch": { relates_to: [{ to: "dec-buy-not-license", text: "Where it began." }] },
			"goal-keep-five": { achieved_by: ["plan-hundred-days"] },
			"task-warranty-file": { supports_goal: ["goal-price-ceiling"] },
			"signal-crystal": { relates_to: ["out-valuation"] },
		}),
	});
}
