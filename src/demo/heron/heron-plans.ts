import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

/** Heron 2: how the work is cut up, and what it leaves behind. */
export function describeHeronPlans(day: Day): DemoPart {
	return placeInProject("heron", {
		entities: [
			{
				key: "plan-hinge",
				kind: "plan",
				title: "Hinge change",
				type_key: "plan.phase.recovery",
				state_key: "active",
				by: "priya",
				created: -23,
				updated: -2,
				description: "From cracked pins to a lid that closes: samples, tool, second salt-spray run.",
				body: `## Order of steps

1. Lindqvist Marine delivers five first articles. **Done ${day(-10)}**, two of five out of tolerance.
2. Lindqvist corrects the knuckle bore and sends five more. **Arrived ${day(-2)}.**
3. Agnieszka signs the samples off. *Everything below waits for this.*
4. Brook & Dahl re-cut the lid tool, 24 working days.
5. First lids go into the salt-spray cabinet for 1,000 hours while the pilot is built.

## What we accept
- Knuckle bore 6.00 to 6.03 mm on all five samples
- Lid closes with less than 30 N at −20 °C
- No visible rust after the first 240 hours

If step 3 fails again we ask Varga Stampings for the last 60 old hinges, build the trial replacements with them and say so in the contract.`,
				props: { facet_context: "commercial", facet_scale: "medium", facet_stage: "execution" },
			},
			{
				key: "plan-pilot",
				kind: "plan",
				title: "Pilot build at Pelham Assembly",
				type_key: "plan.phase.production",
				state_key: "active",
				by: "maren",
				created: -58,
				updated: -11,
				description: "Forty units in four days, every one through the same nine-step test.",
				body: `Pelham gives us one line for four days. Hana is there on the first two.

| day | work | who |
|---|---|---|
| 1 | board programming, radar window bonding | Pelham, Priya on call |
| 2 | housing, hinge, lid; first ten units | Pelham, Hana, Luc |
| 3 | thirty units | Pelham |
| 4 | leak test, radio test, packing | Pelham, Agnieszka |

Three units go by courier to Norrfield the same evening. Six replace the trial gauges, sixteen are promised to customers, the rest stay as spares.`,
				props: { facet_context: "commercial", facet_scale: "small", facet_stage: "planning" },
			},
			{
				key: "plan-certification",
				kind: "plan",
				title: "Certification run at Norrfield",
				type_key: "plan.process.certification",
				state_key: "active",
				by: "priya",
				created: -55,
				updated: -12,
				description: "Five days in the chamber with three pilot units and one spare modem.",
				body: `The slot runs from ${day(46)} to ${day(50)}. Emissions first, because that is where Heron 1 failed; immunity on days three and four; radio last.

We bring our own fixture. Paperwork has to be with Norrfield ten days before, or they start a day later and bill it.`,
				props: { facet_context: "commercial", facet_scale: "medium", facet_stage: "planning" },
			},
			{
				key: "plan-trial",
				kind: "plan",
				title: "Eight weeks under six bridges",
				type_key: "plan.timebox.field_trial",
				state_key: "active",
				by: "priya",
				created: -66,
				updated: -5,
				description: "Six alpha gauges beside staff gauges on the River Sallow, read by hand each week.",
				body: `Bridges: Coldharbour, Mill Lane, Withy Ford, Abbot's Arch, Long Causeway, Tenter.

Once a week Fergus spends three hours at each bridge, reads the staff gauge every ten minutes and notes weather, foam and animals. Noor compares. The trial ends on ${day(16)}; a bridge counts when 95 of 100 comparisons agree within 3 mm, or when the difference is explained.`,
				props: { facet_context: "commercial", facet_scale: "medium", facet_stage: "execution" },
			},
			{
				key: "plan-power",
				kind: "plan",
				title: "Power budget",
				type_key: "plan.pipeline.firmware",
				state_key: "completed",
				by: "priya",
				created: -150,
				updated: -52,
				description: "From 164 to 111 microamperes in five firmware releases.",
				body: "Sleep current, radar warm-up, modem registration, flash writes, logging: one per release, measured before and after. The largest saving came from keeping the modem's network registration across readings.",
				props: { facet_context: "commercial", facet_scale: "medium", facet_stage: "complete" },
			},

			// Outputs
			{
				key: "out-firmware-09",
				kind: "output",
				title: "Firmware 0.9",
				type_key: "output.software.firmware",
				state_key: "published",
				by: "priya",
				created: -40,
				updated: -21,
				description: "Runs in all six trial gauges. Holds the power budget; no web filter yet.",
			},
			{
				key: "out-cad-d",
				kind: "output",
				title: "Housing drawings, revision D",
				type_key: "output.operational.drawings",
				state_key: "review",
				by: "priya",
				created: -20,
				updated: -6,
				description:
					"Lid with the 4 mm wider hinge pocket. Released for the tool as soon as the samples are signed.",
			},
			{
				key: "out-salt-report",
				kind: "output",
				title: "Salt-spray report, first run",
				type_key: "output.written.test_report",
				state_key: "published",
				by: "priya",
				created: -37,
				updated: -35,
				description: "Photographs and hours of all six lids, with the metallurgist's letter on the pins.",
			},
			{
				key: "out-mounting-guide",
				kind: "output",
				title: "Mounting guide for Heron 2",
				type_key: "output.written.manual",
				state_key: "in_progress",
				by: "priya",
				created: -34,
				updated: -7,
				description: "Twelve drawings, no sentence longer than ten words, wet-hands format.",
			},
			{
				key: "out-trial-data",
				kind: "output",
				title: "Trial data set of the six bridges",
				type_key: "output.operational.data",
				state_key: "in_progress",
				by: "priya",
				created: -50,
				updated: -1,
				description: "Radar and staff-gauge levels side by side, with weather and remarks.",
			},
			{
				key: "out-datasheet",
				kind: "output",
				title: "Heron 2 data sheet",
				type_key: "output.written.datasheet",
				state_key: "draft",
				by: "maren",
				created: -12,
				description: "Two pages. Accuracy and endurance stay blank until the trial and the chamber agree.",
			},
		],
		edges: edgesFrom({
			heron: { has_plan: ["plan-hinge", "plan-pilot"], has_output: ["out-firmware-09"] },
			"ms-certified": { has_plan: ["plan-certification"] },
			"goal-ship-heron": { has_plan: ["plan-trial", "plan-pilot"] },
			"plan-hinge": {
				targets_milestone: ["ms-first-articles"],
				requires: [{ to: "dec-hinge", text: "The plan carries this decision out." }],
				mitigates: ["risk-lid-tool"],
				produces: ["out-cad-d"],
				references: ["doc-hinge-options"],
				led_by: ["person-luc"],
			},
			"plan-pilot": {
				targets_milestone: ["ms-pilot-build"],
				depends_on: [{ to: "plan-hinge", text: "No lids, no pilot." }],
				references: ["doc-pilot-test"],
				led_by: ["person-hana"],
			},
			"plan-certification": {
				depends_on: [{ to: "plan-pilot", text: "Three of the forty units are the test specimens." }],
				mitigates: ["risk-slot"],
				references: ["doc-certification"],
				led_by: ["person-agnieszka"],
			},
			"plan-trial": {
				supports_goal: ["goal-ship-heron"],
				produces: ["out-trial-data"],
				led_by: ["person-noor"],
				has_risk: ["risk-foam"],
			},
			"plan-power": {
				supports_goal: ["goal-battery-life"],
				mitigates: ["risk-cold"],
				produces: ["out-firmware-09"],
				led_by: ["person-priya"],
			},
		}),
	});
}
