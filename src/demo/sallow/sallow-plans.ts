import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

/** Sallow valley: how the work is cut up, and what it leaves behind. */
export function describeSallowPlans(day: Day): DemoPart {
	return placeInProject("sallow", {
		entities: [
			{
				key: "plan-last-five",
				kind: "plan",
				title: "The last five sites",
				type_key: "plan.phase.installation",
				state_key: "active",
				by: "maren",
				created: -40,
				updated: -3,
				description: "One weir that needs a signature, four bridges that need certified gauges.",
				body: `| site | kind | waits for | who |
|---|---|---|---|
| Tanner's Weir | post | Mrs Ashdown's signature | Samir, Dele |
| Coldharbour | bridge | certified gauge, or the Board's yes to the trial gauge | Samir |
| Abbot's Arch | bridge | the same | Samir |
| Long Causeway | bridge | the same, and a word on foam | Eleri |
| Tenter | bridge | the same, and a longer arm | Fergus |

Once a gauge is in the van, a bridge takes half a day. Once the paper is signed, the weir takes four dry days. So nothing here is slow except the waiting, and the plan is to shorten that.`,
				props: { facet_context: "client", facet_scale: "medium", facet_stage: "execution" },
			},
			{
				key: "plan-message-path",
				kind: "plan",
				title: "Message path with two routes",
				type_key: "plan.pipeline.delivery",
				state_key: "active",
				by: "maren",
				created: -21,
				updated: -2,
				description: "From threshold to ringing telephone, measured at every step.",
				body: `1. Measure each step of the path separately (done: reading 40 s, rule 5 s, queue 3 s, provider 20 s in calm weather).
2. Call through Parlo when a text stays undelivered for 60 seconds.
3. Let wardens acknowledge by pressing 1, so that the second warden on the list is called only if needed.
4. Break the first route on purpose, once a month.

Ready when the drill on or before ${day(27)} reaches 95 of 100 within four minutes with Tellwise switched off.`,
				props: { facet_context: "client", facet_scale: "small", facet_stage: "execution" },
			},
			{
				key: "plan-thresholds",
				kind: "plan",
				title: "Thresholds agreed with the wardens",
				type_key: "plan.process.agreement",
				state_key: "active",
				by: "maren",
				created: -100,
				updated: -4,
				description: "One evening per parish, one page per site, signed by a warden and an officer.",
				body: "Each page names three levels and what they mean in the words of the place: *the water is on the cricket pitch*, *the lane is closed*, *the school moves out*. Lower valley still to do: Tenter, Long Causeway, Tanner's Weir.",
				props: { facet_context: "client", facet_scale: "medium", facet_stage: "execution" },
			},
			{
				key: "plan-handover",
				kind: "plan",
				title: "Handover to the Board",
				type_key: "plan.roadmap.handover",
				state_key: "draft",
				by: "maren",
				created: -45,
				updated: -28,
				description: "Three officers, four afternoons, one drill that they run alone.",
				body: "Afternoon one: reading the portal. Two: changing a threshold and seeing who would have been called. Three: posts, batteries, spiders. Four: the season report. Then a drill in which we sit in the next room and do nothing.",
				props: { facet_context: "client", facet_scale: "medium", facet_stage: "planning" },
			},
			{
				key: "plan-upper-valley",
				kind: "plan",
				title: "Upper valley first",
				type_key: "plan.phase.installation",
				state_key: "completed",
				by: "maren",
				created: -184,
				updated: -86,
				description: "Twelve posts in seven weeks with one van.",
				props: { facet_context: "client", facet_scale: "medium", facet_stage: "complete" },
			},

			// Outputs
			{
				key: "out-portal",
				kind: "output",
				title: "Warning portal 1.4",
				type_key: "output.software.portal",
				state_key: "published",
				by: "maren",
				created: -120,
				updated: -16,
				description: "Map, levels, call lists and the log of every warning. 131 kB on the first screen.",
			},
			{
				key: "out-threshold-book",
				kind: "output",
				title: "Threshold book, printed",
				type_key: "output.written.handbook",
				state_key: "review",
				by: "maren",
				created: -52,
				updated: -4,
				description: "Ring binder on waterproof paper, one page per site; 21 pages signed.",
			},
			{
				key: "out-warden-card",
				kind: "output",
				title: "Warden's pocket card",
				type_key: "output.written.card",
				state_key: "published",
				by: "maren",
				created: -66,
				updated: -49,
				description: "What to do on amber and on severe, and who is next on the list.",
			},
			{
				key: "out-open-feed",
				kind: "output",
				title: "Public level feed",
				type_key: "output.software.feed",
				state_key: "in_progress",
				by: "maren",
				created: -30,
				updated: -10,
				description:
					"Levels as a plain file each hour. Anglers found the test address before we announced it.",
			},
			{
				key: "out-season-report",
				kind: "output",
				title: "Season report for the Board",
				type_key: "output.written.report",
				state_key: "draft",
				by: "maren",
				created: -15,
				description: "Twelve pages: events, warnings, how fast, what failed, what changes.",
			},
		],
		edges: edgesFrom({
			sallow: { has_plan: ["plan-last-five", "plan-message-path"], has_output: ["out-portal"] },
			"goal-network-live": { has_plan: ["plan-upper-valley", "plan-last-five"] },
			"goal-board-independent": { has_plan: ["plan-handover"] },
			"ms-threshold-book": { has_plan: ["plan-thresholds"] },
			"plan-last-five": {
				targets_milestone: ["ms-all-sites"],
				references: ["note-gauges-promised"],
				led_by: ["person-samir"],
			},
			"plan-message-path": {
				supports_goal: ["goal-four-minutes"],
				targets_milestone: ["ms-voice-route"],
				requires: [{ to: "dec-voice", text: "The plan carries this decision out." }],
				mitigates: ["risk-provider-outage"],
				references: ["doc-message-path"],
				led_by: ["person-joaquin"],
			},
			"plan-thresholds": {
				mitigates: ["risk-false-alarms"],
				produces: ["out-threshold-book"],
				led_by: ["person-eleri"],
			},
			"plan-handover": {
				mitigates: ["risk-officer"],
				depends_on: ["plan-thresholds"],
				produces: ["out-season-report"],
				led_by: ["person-eleri"],
			},
			"plan-upper-valley": { targets_milestone: ["ms-first-twelve"] },
		}),
	});
}
