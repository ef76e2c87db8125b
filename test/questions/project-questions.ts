/**
 * A question asked with a project of the demo chosen, and the entities, by key, that it means: exactly these
 * where it asks for a set by a rule, and otherwise the few that any good answer has to mention. As of the day
 * on which the demo of the tests is loaded, asked by the owner.
 */
export interface ProjectQuestion {
	readonly project: "heron" | "sallow" | "kingfisher";
	readonly query: string;
	readonly set: readonly string[];
}

const within =
	(project: ProjectQuestion["project"]) =>
	(query: string, ...set: string[]): ProjectQuestion => ({ project, query, set });

const heron = within("heron");
const sallow = within("sallow");
const kingfisher = within("kingfisher");

/** Figures may be chosen by these. */
export const PROJECT_QUESTIONS_COMPARED: readonly ProjectQuestion[] = [
	sallow(
		"What is overdue?",
		"task-wayleave",
		"task-weir-post",
		"task-hide-numbers",
		"task-lower-evenings",
		"ms-threshold-book",
	),
	heron("what's blocked", "task-lid-tool", "task-salt-second", "task-pelham-slot", "task-order-modems"),
	heron(
		"What is due in the next seven days?",
		"task-jig-leak",
		"task-web-filter",
		"task-pelham-slot",
		"task-jig-radio",
	),
	// An open question: the samples that hold up everything, the pilot that moved, the modem nobody decides on.
	heron("How are we doing?", "task-sign-samples", "task-lid-tool", "ms-pilot-build", "dec-modem"),
	kingfisher("What was the latest decision?", "dec-hold-stock-order"),
	heron("which decisions have been made since October?", "dec-hinge", "dec-pilot-size"),
	heron("any decision still pending?", "dec-modem"),
	kingfisher(
		"How many open tasks are there?",
		"task-licence-register",
		"task-purchase-agreement",
		"task-bank-file",
		"task-warranty-file",
		"task-talk-catriona",
		"task-announcement",
	),
	heron("Which documents are in review?", "doc-modem-memo", "doc-pilot-test"),
	kingfisher("what's our biggest risk?", "risk-licence-transfer"),
	// One of the four that are rated high is mitigated.
	sallow(
		"Which risks rated high are not mitigated yet?",
		"risk-landowner",
		"risk-late-bridges",
		"risk-consent",
	),
	sallow(
		"What is Fergus working on? Open tasks only.",
		"task-weir-post",
		"task-four-bridges",
		"task-tenter-arm",
		"task-guards",
	),
	sallow("who leads the plans here?", "person-samir", "person-joaquin", "person-eleri"),
	kingfisher("Which milestones are pending?", "ms-exclusivity-ends", "ms-signing"),
	// The threshold book came due earlier and is late; this is the first one that lies ahead.
	sallow("When is the next milestone, and which one is it?", "ms-voice-route"),
	heron("which of our risks have already occurred?", "risk-webs"),
	heron("published outputs?", "out-firmware-09", "out-salt-report"),
	sallow("Which plans are completed?", "plan-upper-valley"),
	// An open question: what the project itself names as its next step.
	kingfisher("ok, what should we do next?", "task-licence-register"),
	// An open question: the three that its page names, or that could end it.
	kingfisher(
		"What could still make the whole thing fail?",
		"risk-licence-transfer",
		"risk-aquaterm",
		"risk-catriona",
	),
];

/** Nobody looks at these while tuning. */
export const PROJECT_QUESTIONS_KEPT: readonly ProjectQuestion[] = [
	heron(
		"anything overdue?",
		"task-sign-samples",
		"task-lid-tool",
		"task-varga-remaining",
		"task-supply-filter",
		"task-bootloader-handover",
		"ms-first-articles",
	),
	sallow(
		"Which tasks are blocked at the moment?",
		"task-weir-post",
		"task-four-bridges",
		"task-drill",
		"task-print-book",
	),
	sallow(
		"what is due within the next 7 days",
		"task-cordless",
		"task-voice-route",
		"task-guards",
		"task-board-meeting",
	),
	// An open question: the weir, the four bridges and the second message route.
	sallow("Quick status please", "task-wayleave", "task-four-bridges", "task-voice-route", "ms-all-sites"),
	sallow("what did we decide last?", "dec-voice"),
	kingfisher("What has been decided since the first of October?", "dec-loan-earnout", "dec-hold-stock-order"),
	sallow("Which decisions are we still waiting for?", "dec-trial-as-live"),
	sallow(
		"how many tasks are in progress?",
		"task-wayleave",
		"task-guards",
		"task-voice-route",
		"task-cordless",
		"task-lower-evenings",
		"task-open-feed",
	),
	sallow("documents in review", "doc-weir-access", "doc-message-path"),
	heron("What is the most serious risk by impact?", "risk-modem-eol"),
	// One of the three that are rated high is mitigated.
	kingfisher("risks rated high that have not been mitigated?", "risk-catriona", "risk-aquaterm"),
	heron(
		"Which open tasks does Hana have?",
		"task-varga-remaining",
		"task-pelham-slot",
		"task-courier",
		"task-order-modems",
	),
	heron(
		"Who leads which plan?",
		"person-luc",
		"person-hana",
		"person-agnieszka",
		"person-noor",
		"person-priya",
	),
	heron("what milestones are pending?", "ms-pilot-build", "ms-certified", "ms-launch"),
	// The data room came due earlier and is late; this is the first one that lies ahead.
	kingfisher("what is the next milestone?", "ms-exclusivity-ends"),
	sallow("Which risks have occurred already?", "risk-provider-outage", "risk-drowned-post"),
	sallow("Which outputs have been published?", "out-portal", "out-warden-card"),
	heron("is any plan completed?", "plan-power"),
	// An open question: what the project itself names as its next step.
	sallow("What's the next step?", "task-wayleave"),
	// An open question: dangers to the first delivery or to anything it depends on.
	heron("what endangers our delivery date?", "risk-modem-eol", "risk-slot", "risk-lid-tool"),
];
