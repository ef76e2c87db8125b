import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

/** Heron 2: what was observed, and what it was taken to mean. */
export function describeHeronEvidence(day: Day): DemoPart {
	return placeInProject("heron", {
		entities: [
			{
				key: "signal-salt",
				kind: "signal",
				title: "Salt-spray cabinet opened at 310 hours",
				type_key: "signal.test",
				by: "priya",
				created: -38,
				props: {
					channel: "test bench",
					ts: `${day(-38)}T07:40:00Z`,
					payload: { hours: 310, required_hours: 1000, lids: 6, cracked_pins: 3, latch_rust: false },
				},
			},
			{
				key: "signal-cold",
				kind: "signal",
				title: "Cold chamber log at −18 °C",
				type_key: "signal.test",
				by: "priya",
				created: -93,
				props: {
					channel: "test bench",
					ts: `${day(-93)}T22:15:00Z`,
					payload: { celsius: -18, transmissions: 100, brown_outs: 11, lowest_volts: 2.31 },
				},
			},
			{
				key: "signal-web",
				kind: "signal",
				title: "False rise at Coldharbour Bridge",
				type_key: "signal.telemetry",
				by: "priya",
				created: -36,
				props: {
					channel: "trial telemetry",
					ts: `${day(-36)}T02:10:00Z`,
					payload: { gauge: "trial-3", false_rise_m: 0.42, echo_strength_percent: 47, ended: "06:05" },
				},
			},
			{
				key: "signal-modem-eol",
				kind: "signal",
				title: "Brannock announces the end of the BT-40",
				type_key: "signal.supplier",
				by: "priya",
				created: -16,
				props: {
					channel: "supplier mail",
					ts: day(-16),
					payload: { part: "BT-40", last_order: day(62), last_shipment: day(150), successor: "none named" },
				},
			},
			{
				key: "signal-samples",
				kind: "signal",
				title: "Incoming inspection of the first Lindqvist samples",
				type_key: "signal.test",
				by: "priya",
				created: -10,
				props: {
					channel: "incoming inspection",
					ts: day(-10),
					payload: {
						samples: 5,
						within_tolerance: 3,
						bores_mm: [6.02, 6.05, 6.01, 6.06, 6.02],
						limit_mm: 6.03,
					},
				},
			},
			{
				key: "signal-lead-question",
				kind: "signal",
				title: "Customers ask for the five-year figure in writing",
				type_key: "signal.sales",
				by: "maren",
				created: -49,
				props: {
					channel: "sales calls",
					ts: day(-49),
					payload: { calls: 14, asked_for_guarantee: 9, walked_away: 2 },
				},
			},
			{
				key: "insight-pin-steel",
				kind: "insight",
				title: "The pins failed by their steel, not by their shape",
				type_key: "insight.material",
				by: "priya",
				created: -34,
				body: "The metallurgist found free-machining steel where the drawing says marine grade. Varga had changed the bar stock two years ago without a notice. A thicker pin of the same steel would crack as well, only later.",
				props: {
					derived_from_signal_id: "key:signal-salt",
					summary:
						"Varga Stampings silently changed the pin to free-machining steel; no change of geometry would save it.",
				},
			},
			{
				key: "insight-cold-pulse",
				kind: "insight",
				title: "Cold cells cannot deliver the modem's pulse",
				type_key: "insight.power",
				by: "priya",
				created: -88,
				props: {
					derived_from_signal_id: "key:signal-cold",
					summary:
						"The capacity is there, the current is not: registration draws 340 mA and the cell sags to 2.3 V.",
				},
			},
			{
				key: "insight-web-echo",
				kind: "insight",
				title: "A web dims the echo, water does not",
				type_key: "insight.signal_processing",
				by: "priya",
				created: -28,
				props: {
					derived_from_signal_id: "key:signal-web",
					summary:
						"During the false rise echo strength fell to 47 %; in 12 real rises it never fell below 82 %.",
				},
			},
			{
				key: "insight-reamer",
				kind: "insight",
				title: "Both bad bores came from the same worn reamer",
				type_key: "insight.supplier",
				by: "priya",
				created: -7,
				props: {
					derived_from_signal_id: "key:signal-samples",
					summary: "Lindqvist traced samples 2 and 4 to one station; the other three were made on another.",
				},
			},
			{
				key: "insight-guarantee",
				kind: "insight",
				title: "Endurance sells better than accuracy",
				type_key: "insight.market",
				by: "maren",
				created: -47,
				props: {
					derived_from_signal_id: "key:signal-lead-question",
					summary:
						"Nine of fourteen callers asked for five years in writing; none asked below 10 mm accuracy.",
				},
			},
		],
		edges: edgesFrom({
			heron: {
				has_signal: ["signal-salt", "signal-modem-eol", "signal-web"],
				has_insight: ["insight-pin-steel", "insight-guarantee"],
			},
			"insight-pin-steel": { references: ["doc-hinge-options"], relates_to: ["ms-salt-spray"] },
			"insight-cold-pulse": { relates_to: ["risk-cold"] },
			"insight-web-echo": {
				relates_to: [{ to: "task-web-filter", text: "The filter's one idea." }],
			},
			"insight-reamer": { relates_to: ["task-sign-samples"] },
			"insight-guarantee": { relates_to: ["goal-battery-life"] },
			"signal-modem-eol": { relates_to: ["risk-modem-eol", "dec-modem"] },
			"signal-samples": { relates_to: ["ms-first-articles"] },
		}),
	});
}
