import type { EarlierTurn } from "./follow-up-questions.ts";

/**
 * A question about the demo and its exact answer, by key: the reading of questions is developed on these. An empty set
 * means that a list would be the wrong answer. The owner asks them, in everyday words.
 */
export interface DevelopmentQuestion {
	readonly query: string;
	readonly set: readonly string[];
	readonly project?: "heron" | "sallow" | "kingfisher";
	readonly turns?: readonly EarlierTurn[];
	/** These must be shown with their text; lists do not matter. */
	readonly shows?: readonly string[];
}

const ask = (query: string, set = ""): DevelopmentQuestion => ({
	query,
	set: set.split(/\s+/).filter((key) => key !== ""),
});
const inside = (
	project: "heron" | "sallow" | "kingfisher",
	query: string,
	set: string,
): DevelopmentQuestion => ({ ...ask(query, set), project });
const show = (query: string, shows: string): DevelopmentQuestion => ({
	...ask(query),
	shows: shows.split(/\s+/),
});
const then = (asked: string, answer: string, query: string, set: string): DevelopmentQuestion => ({
	...ask(query, set),
	turns: [{ query: asked, answer }],
});

export const RELATIONS_ASKED: readonly DevelopmentQuestion[] = [
	ask("What is keeping the pilot slot from being confirmed?", "task-sign-samples"),
	ask("what has to happen before we can print the threshold book", "task-lower-evenings"),
	ask("Name everything that hangs on the wayleave", "task-weir-post"),
	ask("What can't start until the voice route is connected?", "task-drill"),
	ask("Is anything blocking the share purchase agreement?", "task-licence-register"),
	ask("Which tasks are waiting for the spider-web filter?", "task-firmware-093"),
	ask("what would be held up if the longer arm for Tenter bridge is late?", "task-four-bridges"),
	ask("dependencies of the last order for BT-40 modems", "dec-modem"),
	ask("What does the handover to the Board need first?", "plan-thresholds"),
	ask("Which plans rely on the hinge change?", "plan-pilot plan-certification"),
	ask("What does the plan Paying for it depend upon?", "plan-diligence"),
	ask("prerequisites for sending the technical file", "task-lid-tool task-sign-samples"),
	ask("Which tasks deal with the risk that Tanner's Weir stays closed?", "task-wayleave"),
	ask("Which risk does fitting debris guards address?", "risk-drowned-post"),
	ask("What is the first paid delivery threatened by?", "risk-modem-eol risk-slot"),
	ask("what could endanger the signing at the notary", "risk-licence-transfer risk-bank-no"),
	ask("Risks to the milestone Twenty-four of twenty-four?", "risk-landowner risk-late-bridges"),
	ask("Who is looking after the risk about the bootloader?", "person-priya"),
	ask("list risks owned by Joaquín", "risk-provider-outage risk-consent"),
	ask(
		"what tasks make up the message path plan?",
		"task-voice-route task-drill task-measure-path task-credit-tellwise",
	),
	ask("Show me the subtasks of the test jig", "task-jig-leak task-jig-radio"),
	ask("Which plan does claiming the outage credit belong to?", "plan-message-path"),
	ask("To which plan does printing the threshold book belong?", "plan-thresholds"),
	ask("On what does the pilot build depend?", "plan-hinge"),
	ask("Which goal does the plan Upper valley first belong to?", "goal-network-live"),
	ask("Which project is the milestone Data room complete part of?", "kingfisher"),
	ask("the milestones of the goal The modem design belongs to us", "ms-letter-of-intent ms-data-room"),
	ask(
		"what requirements does the milestone Radio and EMC reports signed have",
		"req-radio-rules req-remote-update",
	),
	ask("Which open tasks are in the certification run?", "task-technical-file task-supply-filter"),
	ask("Which tasks of the hinge change are done already?", "task-lid-pocket task-metallurgist"),
	ask(
		"How many tasks does the plan The last five sites have?",
		"task-wayleave task-weir-post task-four-bridges task-tenter-arm task-board-meeting",
	),
	ask("what's left to do in the plan Handover to the Board", "task-train-officers task-season-report"),
	ask("What comes out of the power budget?", "out-firmware-09"),
	ask("Which task delivers the public level feed?", "task-open-feed"),
	ask("What is the insight that endurance sells better than accuracy based on?", "signal-lead-question"),
	ask("Which insights came from the letter of Mrs Ashdown?", "insight-ashdown"),
	ask(
		"Which tasks contribute to the goal All five people of Brannock stay for two years?",
		"task-talk-catriona",
	),
	ask("By which plan is the goal Five years on one battery pack achieved?", "plan-power"),
	ask(
		"What cites the document Hinge options after the salt-spray failure?",
		"plan-hinge insight-pin-steel dec-hinge note-review-hinge",
	),
	ask("Which document does the pilot build at Pelham point to?", "doc-pilot-test"),
	ask("Who is in charge of the trial under the six bridges?", "person-noor"),
	ask("Who does Thandi report to?", "person-dele"),
	ask("whom does Agnieszka manage?", "person-luc person-hana"),
	ask("What is Noor working on?", "task-web-filter"),
	ask("Which tasks has Dele got?", "task-wayleave task-credit-tellwise task-price-list"),
	ask(
		"Joaquín's open tasks",
		"task-voice-route task-cordless task-drill task-hide-numbers task-open-feed task-bootloader-handover",
	),
	ask("Which of Hana's tasks are overdue?", "task-varga-remaining"),
	ask("What is Eleri stuck on?", "task-drill"),
	ask("What did Priya decide?", "dec-radar dec-battery dec-web-film"),
	ask("Which decisions did Eleri take?", "dec-two-step"),
	ask("Which plans does Eleri lead?", "plan-thresholds plan-handover"),
	ask("plans led by Samir", "plan-last-five"),
	ask("Who deputises for Priya?", "person-noor"),
	ask("For whom does Samir deputise?", "person-eleri"),
	ask("What goals is Hana responsible for?", "goal-landed-cost"),
	ask("Which teams are responsible for Heron?", "team-hardware team-firmware"),
	ask("members of the Office team", "person-maren person-dele person-thandi"),
	ask("How many people are in the Field team?", "person-samir person-eleri person-fergus"),
	ask("Who raised the question of counting trial gauges as live?", "person-samir"),
	ask(
		"who works on the hinge change and what are they stuck on?",
		"person-luc person-agnieszka task-lid-tool task-salt-second",
	),
	ask(
		"Who is working on the plan Message path with two routes, and what is holding them up?",
		"person-joaquin person-eleri person-dele task-drill",
	),
];

const HIGH =
	"risk-lid-tool risk-cold risk-slot risk-bootloader risk-landowner risk-late-bridges risk-false-alarms risk-consent risk-catriona risk-aquaterm risk-bank-no";

export const RULES_ASKED: readonly DevelopmentQuestion[] = [
	ask("Which decisions have been reversed?", "dec-camera dec-mesh"),
	ask("anything due on Friday?", "task-pelham-slot"),
	ask("Which risks have a high impact?", HIGH),
	ask("high-impact risks in Kingfisher", "risk-catriona risk-aquaterm risk-bank-no"),
	ask("Which milestones did we miss?", "ms-salt-spray ms-eighteen-posts"),
	ask("Which goals are due in January?", "goal-battery-life goal-landed-cost goal-network-live"),
	ask("Which tasks lack a due date?", "task-foam-site"),
	ask("my tasks this week", "task-bank-file"),
	ask("What should I do next?", "task-licence-register task-bank-file task-talk-catriona task-announcement"),
	ask("which critical risks have not occurred?", "risk-modem-eol risk-licence-transfer"),
	ask("Which priority 1 tasks are blocked in Sallow?", "task-weir-post task-drill"),
	ask("What is our newest decision in Sallow?", "dec-voice"),
	ask(
		"tasks that were due last week and are not done",
		"task-lower-evenings task-licence-register task-supply-filter",
	),
	ask("Do we have any OKRs in draft?", "okr-reports"),
	ask("list the projects", "heron sallow kingfisher"),
	// The review was on 12 November.
	ask(
		"What changed since the last Heron review?",
		"heron ms-first-articles dec-modem risk-lid-tool plan-hinge out-trial-data task-sign-samples task-lid-tool task-salt-second task-test-jig task-jig-leak task-order-modems task-web-filter",
	),
];

export const SHOWN: readonly DevelopmentQuestion[] = [
	show("Compare Heron and Sallow", "heron sallow"),
	show("Compare the plans Hinge change and Power budget", "plan-hinge plan-power"),
	show("What is the difference between Firmware 0.9 and Warning portal 1.4?", "out-firmware-09 out-portal"),
	show(
		"How does the decision about sirens differ from the one about voice calls?",
		"dec-no-sirens dec-voice",
	),
	show("What's the status of the certification run?", "plan-certification"),
	show("where do we stand with the wayleave", "task-wayleave"),
	show("When is the drill with all wardens?", "ms-drill"),
	show("by when must the technical file be at Norrfield?", "task-technical-file"),
	show("Why did we reverse the decision about the farms' Wi-Fi mesh?", "dec-mesh"),
	show("what was the reason for choosing 60 GHz", "dec-radar"),
];

/** A list would be wrong: these ask for a reason, a fact or an opinion. */
export const NO_SETS: readonly DevelopmentQuestion[] = [
	ask("Why is the drill blocked?"),
	ask("What does the message path document say about retries?"),
	ask("Which steel were the pins made of?"),
	ask("How much does the hinge change cost?"),
	ask("What did Mrs Ashdown write in her letter?"),
	ask("How do I sign off the samples?"),
	ask("What does depend on mean in our graph?"),
	ask("Is the loan a good idea?"),
];

const LATE_SALLOW = "task-wayleave task-weir-post task-hide-numbers task-lower-evenings";

export const FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	then(
		"Who leads the hinge change?",
		"Luc Fontanel leads Hinge change.",
		"what is he working on?",
		"task-lid-tool task-lid-force task-jig-leak",
	),
	then(
		"What is overdue in Kingfisher?",
		"Obtain the licence register from Iain Brannock, Complete the file for Havn Savings Bank, Data room complete.",
		"and in Heron?",
		"task-sign-samples task-lid-tool task-varga-remaining task-supply-filter task-bootloader-handover ms-first-articles",
	),
	then(
		"Which risks threaten Signing at the notary?",
		"Radio licences do not pass with the shares, and The bank declines.",
		"which of those are critical?",
		"risk-licence-transfer",
	),
	then(
		"What blocks the second salt-spray test?",
		"Re-cut the lid tool for the Lindqvist hinge.",
		"and what blocks that?",
		"task-sign-samples",
	),
	then(
		"Tell me about the wayleave",
		"Get the wayleave for Tanner's Weir signed is in progress and late.",
		"who is on it?",
		"person-samir person-dele",
	),
	then(
		"Tell me about the wayleave",
		"Get the wayleave for Tanner's Weir signed is in progress and late.",
		"what depends on it?",
		"task-weir-post",
	),
	then(
		"What is Priya working on?",
		"Build the nine-step test jig, Add a filter to the radar supply.",
		"And Noor?",
		"task-web-filter",
	),
	then(
		"Which plans does Eleri lead?",
		"Thresholds agreed with the wardens and Handover to the Board.",
		"what about Samir?",
		"plan-last-five",
	),
	then(
		"Which tasks are open in Sallow?",
		"There are sixteen, among them Get the wayleave for Tanner's Weir signed.",
		"how many of them are overdue?",
		LATE_SALLOW,
	),
	then(
		"Who leads the hinge change?",
		"Luc Fontanel.",
		"What is overdue in Kingfisher?",
		"task-licence-register task-bank-file ms-data-room",
	),
	then(
		"Which milestones are due before January?",
		"Eight, from Data room complete to Forty pilot units built.",
		"only those of Kingfisher",
		"ms-data-room ms-exclusivity-ends ms-signing",
	),
	then(
		"Which tasks are blocked in Sallow?",
		"Set the post at Tanner's Weir, Mount gauges under the last four bridges, Run the drill with Tellwise switched off, Print the threshold book.",
		"by what?",
		"task-wayleave task-tenter-arm dec-trial-as-live task-voice-route task-lower-evenings",
	),
	then(
		"Which tasks are overdue in Sallow?",
		"Get the wayleave for Tanner's Weir signed, Set the post at Tanner's Weir, Mask telephone numbers in the delivery log, Hold the three threshold evenings of the lower valley.",
		"who is assigned to them?",
		"person-samir person-dele person-fergus person-joaquin person-eleri",
	),
	then(
		"what's due next week?",
		"Connect the voice route through Parlo, and eight more.",
		"and the week after?",
		"task-firmware-093 task-print-book task-test-jig task-talk-catriona task-credit-tellwise task-lid-force ms-voice-route task-quillon-sample",
	),
	then(
		"Which risks does Hana own?",
		"Modem runs out before a replacement is approved.",
		"what mitigates it?",
		"task-quillon-sample task-order-modems",
	),
	then(
		"Which decisions are pending?",
		"Stock three years of BT-40 modems before the last order date, Count trial gauges as live on the last four bridges, Keep the name Brannock on the modem.",
		"who raised the second one?",
		"person-samir",
	),
	{
		...show("when was that?", "dec-voice"),
		turns: [
			{
				query: "Who decided on voice calls?",
				answer: "Maren Oyelaran decided Add voice calls through a second provider.",
			},
		],
	},
	{
		...show("tell me more", "risk-landowner"),
		turns: [{ query: "What is the risk with the weir?", answer: "Tanner's Weir stays closed to us." }],
	},
];

export const IN_A_PROJECT: readonly DevelopmentQuestion[] = [
	inside("heron", "Which open tasks does Luc have?", "task-lid-tool task-lid-force task-jig-leak"),
	inside(
		"kingfisher",
		"Which risks are not mitigated?",
		"risk-licence-transfer risk-catriona risk-aquaterm risk-leak",
	),
	inside("kingfisher", "what do we still need to decide?", "dec-brannock-name"),
	inside("heron", "which milestones did we miss?", "ms-salt-spray"),
	inside(
		"heron",
		"anything waiting on the samples?",
		"task-lid-tool task-pelham-slot task-lid-force task-salt-second task-mounting-drawings task-technical-file",
	),
	inside("sallow", "who owns the risks?", "person-samir person-joaquin person-fergus person-eleri"),
	inside("sallow", "list goals", "goal-network-live goal-four-minutes goal-one-visit goal-board-independent"),
	inside("heron", "which requirements have priority 1?", "req-accuracy req-salt req-battery req-radio-rules"),
	inside("heron", "Documents that are still drafts", "doc-trial-diary"),
	inside("kingfisher", "What are the open milestones?", "ms-data-room ms-exclusivity-ends ms-signing"),
	inside("heron", "what's the next milestone?", "ms-pilot-build"),
	inside(
		"sallow",
		"Which tasks are in progress?",
		"task-wayleave task-guards task-voice-route task-cordless task-lower-evenings task-open-feed",
	),
	inside(
		"sallow",
		"What is Joaquín busy with?",
		"task-voice-route task-cordless task-drill task-hide-numbers task-open-feed",
	),
	inside(
		"heron",
		"Who works on this project?",
		"person-agnieszka person-luc person-hana person-priya person-noor person-joaquin person-fergus person-eleri person-thandi person-dele",
	),
	inside("sallow", "the most recent decision", "dec-voice"),
	inside(
		"heron",
		"Which outputs are not published yet?",
		"out-cad-d out-mounting-guide out-trial-data out-datasheet",
	),
];
