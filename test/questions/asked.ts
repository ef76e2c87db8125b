/** A question that asks for a set by a rule, who asks it, and exactly the entities of the demo, by key, that it means. */
export interface AskedQuestion {
	readonly query: string;
	readonly person: "maren" | "priya" | "sylvie";
	readonly set: readonly string[];
}

const ask = (person: AskedQuestion["person"], query: string, set: string): AskedQuestion => ({
	person,
	query,
	set: set.trim().split(/\s+/),
});

const LATE_HERON =
	"task-sign-samples task-lid-tool task-varga-remaining task-supply-filter task-bootloader-handover";
const LATE_SALLOW = "task-wayleave task-weir-post task-hide-numbers task-lower-evenings";
const LATE_KINGFISHER = "task-licence-register task-bank-file";
const LATE_MILESTONES = "ms-first-articles ms-threshold-book ms-data-room";
const BLOCKED_HERON = "task-lid-tool task-salt-second task-pelham-slot task-order-modems";
const BLOCKED_SALLOW = "task-weir-post task-four-bridges task-drill task-print-book";

/** Right on the day on which the demo of the tests is loaded, a Sunday. */
export const ASKED_QUESTIONS: readonly AskedQuestion[] = [
	ask("maren", "What tasks are overdue?", `${LATE_HERON} ${LATE_SALLOW} ${LATE_KINGFISHER}`),
	ask("priya", "What tasks are overdue?", `${LATE_HERON} ${LATE_SALLOW}`),
	ask("sylvie", "What tasks are overdue?", LATE_KINGFISHER),
	ask("maren", "Which tasks are overdue in Heron?", LATE_HERON),
	ask("maren", "Which tasks of the Sallow project are overdue?", LATE_SALLOW),
	ask("maren", "What is overdue?", `${LATE_HERON} ${LATE_SALLOW} ${LATE_KINGFISHER} ${LATE_MILESTONES}`),
	ask("maren", "Which milestones are overdue?", LATE_MILESTONES),
	ask("maren", "Is anything overdue in Kingfisher?", `${LATE_KINGFISHER} ms-data-room`),
	ask("maren", "overdue tasks", `${LATE_HERON} ${LATE_SALLOW} ${LATE_KINGFISHER}`),
	ask("maren", "What is blocked?", `${BLOCKED_HERON} ${BLOCKED_SALLOW} task-purchase-agreement`),
	ask("priya", "Which tasks are blocked?", `${BLOCKED_HERON} ${BLOCKED_SALLOW}`),
	ask("maren", "Which tasks are stuck in Sallow?", BLOCKED_SALLOW),
	ask("maren", "How many tasks are blocked in Heron?", BLOCKED_HERON),
	ask("sylvie", "What is blocked?", "task-purchase-agreement"),
	ask(
		"maren",
		"Which tasks are blocked or overdue in Kingfisher?",
		`task-purchase-agreement ${LATE_KINGFISHER}`,
	),
	ask(
		"maren",
		"What are my tasks?",
		"task-licence-register task-bank-file task-talk-catriona task-announcement",
	),
	ask(
		"maren",
		"What is assigned to me?",
		"task-licence-register task-bank-file task-talk-catriona task-announcement",
	),
	ask(
		"priya",
		"What are my open tasks?",
		"task-test-jig task-jig-radio task-supply-filter task-quillon-sample task-firmware-093 task-bootloader-handover",
	),
	ask("priya", "Which of my tasks are overdue?", "task-supply-filter task-bootloader-handover"),
	ask("sylvie", "What do I have to do?", "task-purchase-agreement task-warranty-file"),
	ask(
		"maren",
		"What is due this week?",
		"task-varga-remaining task-wayleave ms-first-articles task-sign-samples task-weir-post task-bank-file task-lid-tool task-cordless",
	),
	ask(
		"maren",
		"Which tasks are due next week?",
		"task-voice-route task-jig-leak task-guards task-web-filter task-warranty-file task-pelham-slot task-board-meeting task-jig-radio task-purchase-agreement",
	),
	ask("priya", "What is due tomorrow?", "task-voice-route"),
	ask(
		"maren",
		"Which tasks are due in the next three days?",
		"task-cordless task-voice-route task-jig-leak task-guards",
	),
	ask(
		"maren",
		"Which milestones are due before January?",
		"ms-data-room ms-threshold-book ms-first-articles ms-voice-route ms-exclusivity-ends ms-drill ms-signing ms-pilot-build",
	),
	ask("maren", "Which goals are due this year?", "goal-four-minutes goal-own-modem goal-price-ceiling"),
	ask(
		"maren",
		"What has been decided since October?",
		"dec-hinge dec-pilot-size dec-voice dec-loan-earnout dec-hold-stock-order",
	),
	ask("priya", "What has been decided since October?", "dec-hinge dec-pilot-size dec-voice"),
	ask("maren", "Which decisions were made in September?", "dec-battery dec-two-step dec-buy-not-license"),
	ask("sylvie", "Which decisions were taken since 2026-10-10?", "dec-loan-earnout dec-hold-stock-order"),
	ask("maren", "Which decisions are still pending?", "dec-modem dec-trial-as-live dec-brannock-name"),
	ask("maren", "Which decisions were deferred?", "dec-web-film dec-insurers"),
	ask(
		"sylvie",
		"How many risks are there?",
		"risk-licence-transfer risk-catriona risk-aquaterm risk-leak risk-bank-no",
	),
	ask("maren", "Which risks are critical?", "risk-modem-eol risk-provider-outage risk-licence-transfer"),
	ask("maren", "Which risks have occurred?", "risk-webs risk-provider-outage risk-drowned-post"),
	ask(
		"maren",
		"How many documents are in review?",
		"doc-modem-memo doc-pilot-test doc-weir-access doc-message-path doc-offer",
	),
	ask("maren", "Which goals were abandoned?", "goal-camera-option"),
	ask("maren", "Which plans are still in draft?", "plan-handover plan-hundred-days"),
	ask(
		"maren",
		"Which outputs are published?",
		"out-firmware-09 out-salt-report out-portal out-warden-card out-letter-of-intent",
	),
	ask(
		"maren",
		"What changed since yesterday?",
		"heron sallow kingfisher out-trial-data task-sign-samples task-web-filter task-voice-route task-cordless note-welcome",
	),
	ask(
		"maren",
		"Which notes were changed in the last 10 days?",
		"note-welcome note-gauges-promised note-weir-visit note-review-latest note-walk-away",
	),
	ask(
		"priya",
		"Which notes were changed in the last 10 days?",
		"note-welcome note-gauges-promised note-weir-visit note-review-latest",
	),
	ask(
		"maren",
		"List all milestones of Kingfisher",
		"ms-letter-of-intent ms-data-room ms-exclusivity-ends ms-signing",
	),
	ask("maren", "Which projects are active?", "heron sallow kingfisher"),
	ask("maren", "Which OKRs are at risk?", "okr-heron-pilot okr-sallow-live"),
];
