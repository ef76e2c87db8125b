import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

/** Sallow valley: what was observed, and what it was taken to mean. */
export function describeSallowEvidence(day: Day): DemoPart {
	return placeInProject("sallow", {
		entities: [
			{
				key: "signal-storm-messages",
				kind: "signal",
				title: "Delivery log of the storm night",
				type_key: "signal.operations",
				by: "maren",
				created: -27,
				props: {
					channel: "message log",
					ts: `${day(-27)}T02:33:00Z`,
					payload: { messages: 218, later_than_four_minutes: 63, provider: "Tellwise", outage_minutes: 41 },
				},
			},
			{
				key: "signal-post-14",
				kind: "signal",
				title: "Post 14 falls silent",
				type_key: "signal.telemetry",
				by: "maren",
				created: -27,
				props: {
					channel: "telemetry",
					ts: `${day(-27)}T03:05:00Z`,
					payload: { post: 14, silent_minutes: 184, last_level_m: 2.87, tilt_degrees: 19 },
				},
			},
			{
				key: "signal-seven-ambers",
				kind: "signal",
				title: "Seven amber warnings in one night at Kiln Green",
				type_key: "signal.operations",
				by: "maren",
				created: -82,
				props: {
					channel: "message log",
					ts: `${day(-82)}T05:20:00Z`,
					payload: { site: "Kiln Green", ambers: 7, highest_above_line_cm: 2, rise_cm_per_hour: 1 },
				},
			},
			{
				key: "signal-warden-survey",
				kind: "signal",
				title: "Survey of the thirty-one wardens",
				type_key: "signal.survey",
				by: "maren",
				created: -34,
				props: {
					channel: "survey",
					ts: day(-34),
					payload: {
						asked: 31,
						answered: 28,
						trust_warnings: 25,
						read_texts_at_night: 17,
						wake_to_ringing: 27,
					},
				},
			},
			{
				key: "signal-ashdown-letter",
				kind: "signal",
				title: "Letter from Mrs Ashdown",
				type_key: "signal.correspondence",
				by: "maren",
				created: -18,
				props: {
					channel: "letter",
					ts: day(-18),
					payload:
						"You have put the meadow my brother sold into a contract for ninety-nine years. Come and look at the weir before you write about it. I am there most mornings.",
				},
			},
			{
				key: "insight-one-route",
				kind: "insight",
				title: "One provider is one point of failure, however good",
				type_key: "insight.reliability",
				by: "maren",
				created: -26,
				props: {
					derived_from_signal_id: "key:signal-storm-messages",
					summary:
						"All 63 late messages fell into the 41 minutes of the Tellwise outage; outside it every one was in time.",
				},
			},
			{
				key: "insight-river-at-line",
				kind: "insight",
				title: "A river can stand at the line all night",
				type_key: "insight.hydrology",
				by: "maren",
				created: -80,
				props: {
					derived_from_signal_id: "key:signal-seven-ambers",
					summary:
						"At Kiln Green the level crossed amber seven times by less than 2 cm; only the rate of rise tells danger.",
				},
			},
			{
				key: "insight-ringing",
				kind: "insight",
				title: "Wardens sleep through texts and wake to ringing",
				type_key: "insight.behaviour",
				by: "maren",
				created: -32,
				props: {
					derived_from_signal_id: "key:signal-warden-survey",
					summary:
						"27 of 28 wake when the telephone rings, 17 when a text arrives. A call is the better first route at night.",
				},
			},
			{
				key: "insight-ashdown",
				kind: "insight",
				title: "Mrs Ashdown objects to the paper, not to the post",
				type_key: "insight.access",
				by: "maren",
				created: -16,
				props: {
					derived_from_signal_id: "key:signal-ashdown-letter",
					summary:
						"Her letter names the field and the term and never the gauge; a visit and a short lease should do.",
				},
			},
		],
		edges: edgesFrom({
			sallow: {
				has_signal: ["signal-storm-messages", "signal-warden-survey"],
				has_insight: ["insight-one-route", "insight-ringing"],
			},
			"signal-storm-messages": { relates_to: ["risk-provider-outage"] },
			"signal-post-14": { relates_to: ["risk-drowned-post", "task-post-14"] },
			"signal-ashdown-letter": { relates_to: ["risk-landowner"] },
			"insight-one-route": { references: ["doc-storm-night"] },
			"insight-river-at-line": { relates_to: ["risk-false-alarms"] },
			"insight-ringing": {
				derived_from: ["signal-storm-messages"],
				relates_to: [{ to: "dec-voice", text: "Speaks for the telephone even when texts work." }],
			},
			"insight-ashdown": { relates_to: ["task-wayleave"] },
		}),
	});
}
