import type { Day, DemoPart } from "../demo-part.ts";
import { edgesFrom } from "../edges-from.ts";
import { placeInProject } from "../place-in-project.ts";

/** Sallow valley: what was decided and why, and what may still go wrong. */
export function describeSallowJudgement(day: Day): DemoPart {
	return placeInProject("sallow", {
		entities: [
			// Decisions
			{
				key: "dec-two-step",
				kind: "decision",
				title: "Warn on level and rate of rise together",
				type_key: "decision.method",
				state_key: "made",
				by: "maren",
				created: -78,
				updated: -70,
				description: "Level alone woke the wardens seven times in one night for nothing.",
				props: {
					decision_at: day(-70),
					rationale:
						"With level alone, seven amber warnings went out in one night while the river stood still just at the line. With the rate of rise added, the same night gives one.",
					outcome:
						"Amber needs the level and 8 cm per hour; severe needs the level alone, so that nothing slow is missed.",
				},
			},
			{
				key: "dec-voice",
				kind: "decision",
				title: "Add voice calls through a second provider",
				type_key: "decision.architecture",
				state_key: "made",
				by: "maren",
				created: -25,
				updated: -21,
				description:
					"Forced by the storm night: Tellwise stood still for 41 minutes and took every message with it.",
				body: "Considered: a second text provider (same mobile network underneath), sirens (see the decision against them), pagers (nobody wants to carry one), voice calls through Parlo on the fixed network.",
				props: {
					decision_at: day(-21),
					rationale:
						"63 of 218 storm-night messages came later than four minutes because Tellwise was down. A second text provider would share the mobile network; a voice call over the fixed network does not.",
					outcome:
						"Parlo calls when a text is not delivered within 60 seconds. 0.09 euros a call, at our expense until acceptance.",
				},
			},
			{
				key: "dec-no-sirens",
				kind: "decision",
				title: "No sirens in the villages",
				type_key: "decision.scope",
				state_key: "made",
				by: "maren",
				created: -160,
				updated: -151,
				description: "Four parish meetings said no, two of them loudly.",
				props: {
					decision_at: day(-151),
					rationale:
						"A siren tells everybody something and nobody what. 41,000 euros for six masts, and permits for each.",
					outcome: "Wardens ring doorbells by list; the money went into six more gauges.",
				},
			},
			{
				key: "dec-mesh",
				kind: "decision",
				title: "Send readings over the farms' Wi-Fi mesh",
				type_key: "decision.architecture",
				state_key: "reversed",
				by: "maren",
				created: -170,
				updated: -115,
				description: "Free of charge, and gone with the first power cut.",
				props: {
					decision_at: day(-115),
					rationale:
						"The mesh needs mains power at three farms. In a flood the power goes before the river comes.",
					outcome:
						"Reversed. All posts send by their own modem; the mesh carries only the webcam of the primary school.",
				},
			},
			{
				key: "dec-insurers",
				kind: "decision",
				title: "Sell levels to insurers",
				type_key: "decision.commercial",
				state_key: "deferred",
				by: "maren",
				created: -64,
				updated: -36,
				description: "Legal, but the wardens would hear of it first.",
				props: {
					decision_at: day(-36),
					rationale:
						"Two insurers asked. The data are public anyway; a contract could look as if premiums followed from our gauges.",
					outcome: "Not before acceptance, and only if the Board raises it.",
				},
			},
			{
				key: "dec-trial-as-live",
				kind: "decision",
				title: "Count trial gauges as live on the last four bridges",
				type_key: "decision.contract",
				state_key: "pending",
				by: "maren",
				created: -12,
				updated: -5,
				description: "The Board took two trial gauges provisionally and hesitates with four more.",
				props: {
					rationale:
						"It would close four of five gaps at once. Against it: the radio reports are missing, and Coldharbour is the bridge of the false alarm.",
				},
			},

			// Risks
			{
				key: "risk-landowner",
				kind: "risk",
				title: "Tanner's Weir stays closed to us",
				type_key: "risk.external.access",
				state_key: "identified",
				by: "maren",
				created: -58,
				updated: -6,
				body: "Mrs Ashdown returned the wayleave: it named the wrong field and ran for 99 years. Without the weir the lower valley has no gauge for nine kilometres, right above the school.",
				props: { impact: "high", probability: 0.45 },
			},
			{
				key: "risk-provider-outage",
				kind: "risk",
				title: "Message provider fails in the night it is needed",
				type_key: "risk.technical.delivery",
				state_key: "occurred",
				by: "maren",
				created: -140,
				updated: -26,
				body: "Happened in the storm night. Thought unlikely until everybody in three valleys wrote to everybody else at the same time.",
				props: { impact: "critical", probability: 0.3 },
			},
			{
				key: "risk-late-bridges",
				kind: "risk",
				title: "Bridge gauges come after the flood season starts",
				type_key: "risk.schedule.supply",
				state_key: "identified",
				by: "maren",
				created: -23,
				updated: -9,
				body: "The four bridges need certified Heron 2 units, and their pilot has moved by seven weeks. The Board may ask for the penalty of 400 euros per site and week.",
				props: { impact: "high", probability: 0.55 },
			},
			{
				key: "risk-false-alarms",
				kind: "risk",
				title: "Wardens stop answering after false alarms",
				type_key: "risk.quality.trust",
				state_key: "mitigated",
				by: "maren",
				created: -110,
				updated: -55,
				body: "Answer rate fell from 96 to 81 % in the month of the seven ambers. Back at 94 % since the two-step rule.",
				props: { impact: "high", probability: 0.2, mitigated_at: day(-55) },
			},
			{
				key: "risk-drowned-post",
				kind: "risk",
				title: "Flood debris takes a post away",
				type_key: "risk.technical.installation",
				state_key: "occurred",
				by: "maren",
				created: -130,
				updated: -24,
				body: "Post 14 was bent by a tree trunk in the storm night and was silent for three hours.",
				props: { impact: "medium", probability: 0.35 },
			},
			{
				key: "risk-officer",
				kind: "risk",
				title: "The Board's only trained officer leaves",
				type_key: "risk.resource.knowledge",
				state_key: "identified",
				by: "maren",
				created: -48,
				body: "One person at the Board can change thresholds today. She has applied for a post in the capital.",
				props: { impact: "medium", probability: 0.4 },
			},
			{
				key: "risk-consent",
				kind: "risk",
				title: "A warden's private number becomes visible",
				type_key: "risk.scope.privacy",
				state_key: "identified",
				by: "maren",
				created: -77,
				body: "Numbers stand in the delivery log, and the log can be exported by any officer.",
				props: { impact: "high", probability: 0.15 },
			},
			{
				key: "risk-frost-heave",
				kind: "risk",
				title: "Frost lifts the posts and shifts every level",
				type_key: "risk.technical.reference",
				state_key: "closed",
				by: "maren",
				created: -165,
				updated: -90,
				body: "Footings go down to 1.1 m after a test dig; the levelled posts moved by less than 2 mm.",
				props: { impact: "medium", probability: 0.05, mitigated_at: day(-90) },
			},
		],
		edges: edgesFrom({
			sallow: {
				has_decision: ["dec-voice", "dec-two-step"],
				has_risk: ["risk-landowner", "risk-late-bridges"],
			},
			"goal-four-minutes": { has_decision: ["dec-no-sirens"], has_risk: ["risk-provider-outage"] },
			"goal-network-live": { has_decision: ["dec-trial-as-live", "dec-mesh"] },
			"dec-voice": {
				decided_by: ["person-maren"],
				relates_to: [
					{ to: "insight-one-route", text: "The storm night's lesson, in one line." },
					{ to: "req-two-routes", text: "Written into the contract the same week." },
				],
				references: ["doc-storm-night"],
			},
			"dec-two-step": {
				decided_by: ["person-eleri"],
				relates_to: [{ to: "insight-river-at-line", text: "Why level alone cannot work at Kiln Green." }],
				references: ["doc-thresholds"],
			},
			"dec-trial-as-live": {
				raised_by: ["person-samir"],
				relates_to: ["risk-late-bridges"],
				references: ["note-gauges-promised"],
			},
			"dec-insurers": { relates_to: ["req-open-data"], decided_by: ["person-maren"] },
			"risk-landowner": { threatens: ["ms-all-sites"], owned_by: ["person-samir"] },
			"risk-provider-outage": { threatens: ["req-four-minutes"], owned_by: ["person-joaquin"] },
			"risk-late-bridges": {
				threatens: [{ to: "ms-all-sites", text: "Four of the five missing sites." }],
				references: ["note-gauges-promised"],
			},
			"risk-false-alarms": { threatens: ["req-false-severe"], owned_by: ["person-eleri"] },
			"risk-drowned-post": { threatens: ["req-availability"], owned_by: ["person-fergus"] },
			"risk-officer": { threatens: ["goal-board-independent"], owned_by: ["person-eleri"] },
			"risk-consent": { threatens: ["req-consent"], owned_by: ["person-joaquin"] },
			"dec-no-sirens": { decided_by: ["person-maren"] },
			"dec-mesh": { relates_to: ["req-availability"] },
		}),
	});
}
