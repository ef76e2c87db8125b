import type { DevelopmentQuestion } from "./development-questions.ts";
import { show, ask as then } from "./write-questions.ts";

/** Each leans on what was said before it; the answers name things by their titles, as the product does, or shortly. */
export const VARIED_FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	then("who is it assigned to?", "person-luc", [
		"What blocks the second salt-spray test?",
		"Re-cut the lid tool for the Lindqvist hinge.",
	]),
	then("And who leads the certification run?", "person-agnieszka", [
		"Who leads the pilot build at Pelham?",
		"Hana Kobayashi-Wells leads Pilot build at Pelham Assembly.",
	]),
	then("which of them are done?", "task-emission-prescan", [
		"Which tasks belong to the certification run?",
		"Send the technical file to Norrfield, Scan emissions on the alpha board, Add a filter to the radar supply.",
	]),
	then("What about the voice calls?", "person-maren", [
		"Who decided on the 60 GHz radar module?",
		"Priya Raghunathan decided Use the 60 GHz radar module, not the 80 GHz one.",
	]),
	show("why?", "dec-no-sirens", [
		"Who decided against sirens?",
		"Maren Oyelaran decided No sirens in the villages.",
	]),
	show(
		"and the other one?",
		"dec-web-film",
		[
			"Which decisions were deferred?",
			"Coat the radar window against spider webs and Sell levels to insurers.",
		],
		["Tell me about Sell levels to insurers", "Sell levels to insurers was deferred on 10 October."],
	),
	then("what does she own?", "risk-slot", [
		"Who leads the certification run?",
		"Agnieszka Wrona leads Certification run at Norrfield.",
	]),
	then("What risks does it have?", "risk-foam", [
		"Which plan produces the trial data set?",
		"Eight weeks under six bridges.",
	]),
	then(
		"and who is on that?",
		"person-agnieszka",
		["What blocks the second salt-spray test?", "Re-cut the lid tool for the Lindqvist hinge."],
		["What blocks that?", "Sign off the Lindqvist first-article samples."],
	),
	then("Which of these are blocked?", "task-weir-post task-four-bridges", [
		"What tasks are in the plan The last five sites?",
		"Get the wayleave for Tanner's Weir signed, Set the post at Tanner's Weir, Mount gauges under the last four bridges, Make a longer arm for Tenter bridge, Ask the Board to accept the trial gauges.",
	]),
	then("Which tasks are overdue in Kingfisher?", "task-licence-register task-bank-file", [
		"What does the certification run depend on?",
		"Pilot build at Pelham Assembly, Hinge change.",
	]),
	then("and in Sallow?", "risk-provider-outage", [
		"Which risks are critical in Kingfisher?",
		"Radio licences do not pass with the shares.",
	]),
	show("When is it due?", "task-drill", [
		"What is waiting for the voice route?",
		"Run the drill with Tellwise switched off.",
	]),
	then("who leads it?", "person-joaquin", [
		"Which plan does claiming the outage credit belong to?",
		"Message path with two routes.",
	]),
	then("what requirements does that one have?", "req-silence", [
		"What is the next milestone of Kingfisher after the exclusivity?",
		"Signing at the notary.",
	]),
	then("which ones belong to Priya?", "task-supply-filter task-bootloader-handover", [
		"Which tasks are overdue in Heron?",
		"Sign off the Lindqvist first-article samples, Re-cut the lid tool for the Lindqvist hinge, Agree the end of deliveries with Varga Stampings, Add a filter to the radar supply, Hand the bootloader over to a second person.",
	]),
	then("who does he report to?", "person-samir", [
		"Who mounts the gauges?",
		"Fergus MacAllan mounts the gauges.",
	]),
	then("which team is she in?", "team-field", [
		"Who decided on warning by level and rate of rise?",
		"Eleri Pugh decided Warn on level and rate of rise together.",
	]),
	then("And their owners?", "person-luc person-agnieszka", [
		"Which risks threaten Radio and EMC reports signed?",
		"Re-cut lid tool comes too late for the pilot, and Test-house slot is lost.",
	]),
	then("What's being done about it?", "task-guards task-post-14", [
		"Which risks have occurred in Sallow and belong to Fergus?",
		"Flood debris takes a post away.",
	]),
	then(
		"how many of those are in Heron?",
		"task-sign-samples task-lid-tool task-varga-remaining task-supply-filter task-bootloader-handover",
		["What tasks are overdue?", "Eleven: five in Heron, four in Sallow and two in Kingfisher."],
	),
	then("And the milestones?", "ms-data-room", [
		"Which tasks are overdue in Kingfisher?",
		"Obtain the licence register from Iain Brannock and Complete the file for Havn Savings Bank.",
	]),
	show("tell me more about the second one", "task-lid-force", [
		"What is Luc working on?",
		"Re-cut the lid tool for the Lindqvist hinge, Measure the closing force of the lid at −20 °C, Leak step of the test jig.",
	]),
	show("What's its status?", "plan-hundred-days", [
		"What mitigates the risk that Catriona Muir leaves?",
		"The first hundred days.",
	]),
	then("Which milestone does it target?", "ms-voice-route", [
		"Tell me about the message path plan",
		"Message path with two routes is active and led by Joaquín Beltrán.",
	]),
	then(
		"and what does it produce?",
		"out-threshold-book",
		["Who leads the plan about thresholds?", "Eleri Pugh."],
		["Which plan is that?", "Thresholds agreed with the wardens."],
	),
	then("What other tasks does he have?", "task-lid-force task-jig-leak task-lid-pocket", [
		"Who re-cuts the lid tool?",
		"Luc Fontanel does: Re-cut the lid tool for the Lindqvist hinge.",
	]),
	then("only the open ones", "task-train-officers task-season-report", [
		"Which tasks does the plan Handover to the Board have?",
		"Train two more officers of the Board, Write the first season report.",
	]),
	then("Which documents does it refer to?", "doc-modem-memo", [
		"Which decision is waiting for Maren?",
		"Stock three years of BT-40 modems before the last order date.",
	]),
	show("Why was that?", "ms-salt-spray", ["Which milestones did Heron miss?", "Housing passes salt spray."]),
	then("What do they depend on?", "task-lid-tool task-sign-samples", [
		"Which task refers to What Norrfield needs from us and is in progress?",
		"Send the technical file to Norrfield.",
	]),
	then("who's responsible?", "person-hana", [
		"Tell me about the goal on landed cost",
		"Landed cost below 412 euros is active, with a target date of 29 January.",
	]),
	then("What about next month?", "ms-pilot-build ms-drill ms-exclusivity-ends ms-signing", [
		"Which milestones are due this month?",
		"First articles of the new hinge accepted, Threshold book signed by the Board, Second message route in service, Data room complete.",
	]),
	show("explain", "insight-reamer", [
		"Which insight came out of the incoming inspection?",
		"Both bad bores came from the same worn reamer.",
	]),
	then("Who are they?", "person-eleri person-fergus", [
		"How many people report to Samir?",
		"Two people report to Samir Haddad.",
	]),
	then("and is anything blocking the first?", "task-wayleave", [
		"Which tasks are blocked in Sallow?",
		"Set the post at Tanner's Weir, Mount gauges under the last four bridges, Run the drill with Tellwise switched off, Print the threshold book.",
	]),
];
