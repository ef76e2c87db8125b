import type { DevelopmentQuestion } from "./development-questions.ts";
import { ask, inside, show } from "./write-questions.ts";

/* Questions about the demo that a reader of its contexts reported as misread, and some of the same sort. */

export const IN_SMALL_LETTERS: readonly DevelopmentQuestion[] = [
	ask("pending decisions in kingfisher", "dec-brannock-name"),
	ask(
		"how many risks are open in sallow",
		"risk-landowner risk-late-bridges risk-drowned-post risk-provider-outage risk-officer risk-consent",
	),
	ask(
		"milestones in heron",
		"ms-first-articles ms-launch ms-pilot-build ms-certified ms-salt-spray ms-design-freeze",
	),
	ask(
		"who works on sallow",
		"person-eleri person-joaquin person-thandi person-samir person-fergus person-dele",
	),
	ask(
		"what's overdue in sallow",
		"task-wayleave task-weir-post task-hide-numbers task-lower-evenings ms-threshold-book",
	),
	ask("next milestone in sallow", "ms-voice-route"),
	ask("heron's biggest risk", "risk-modem-eol"),
	ask("tasks for heron due next week", "task-jig-leak task-web-filter task-pelham-slot task-jig-radio"),
	// A word of the title that is no name of the project.
	ask("the telemetry gap"),
];

export const COUNTED: readonly DevelopmentQuestion[] = [
	ask("top 3 risks in Sallow", "risk-late-bridges risk-landowner risk-consent"),
	ask("3 biggest risks in Sallow", "risk-late-bridges risk-landowner risk-consent"),
	ask("the three biggest risks in heron", "risk-modem-eol risk-lid-tool risk-slot"),
	ask("top 5 risks", "risk-modem-eol risk-licence-transfer risk-lid-tool risk-late-bridges risk-landowner"),
	ask("biggest risks", "risk-modem-eol risk-licence-transfer risk-lid-tool risk-late-bridges risk-landowner"),
	ask("top 3 tasks in Heron", "task-sign-samples task-lid-tool task-pelham-slot"),
	ask("top 3 priority tasks in Heron", "task-sign-samples task-lid-tool task-pelham-slot"),
	// One is at the end of the scale, whether it has occurred or not.
	ask("biggest risk in Sallow", "risk-provider-outage"),
];

const DEFERRED = ["which decisions were deferred?", "Two were deferred."] as const;
const BLOCKED = ["which tasks are blocked in Heron?", "Four are blocked."] as const;
const NEXT = ["next Kingfisher milestone", "Exclusivity ends."] as const;

export const CORRECTED: readonly DevelopmentQuestion[] = [
	ask("no I meant the reversed ones", "dec-camera dec-mesh", DEFERRED),
	ask(
		"no, the overdue ones",
		"task-sign-samples task-lid-tool task-varga-remaining task-supply-filter task-bootloader-handover",
		BLOCKED,
	),
	ask(
		"no, the overdue ones in sallow",
		"task-wayleave task-weir-post task-hide-numbers task-lower-evenings",
		BLOCKED,
	),
	ask(
		"no, in Sallow",
		"task-wayleave task-weir-post task-hide-numbers task-lower-evenings ms-threshold-book",
		["overdue in Heron?", "Six are."],
	),
	ask("I meant the milestones", "ms-first-articles", ["what is overdue in Heron?", "Six are."]),
	ask("next Kingfisher milestone", "ms-exclusivity-ends"),
	ask("and the one after that?", "ms-signing", NEXT),
	ask("and the one after that?", "", NEXT, ["and the one after that?", "Signing at the notary."]),
];

export const FORESEEN: readonly DevelopmentQuestion[] = [
	show("will the pilot build be late?", "plan-pilot plan-hinge risk-lid-tool"),
	show("will the lid tool be late?", "task-lid-tool task-sign-samples risk-lid-tool"),
	ask("will the pilot build be late?", "plan-hinge"),
	ask("could the voice route be delayed?"),
];

export const NARROWED: readonly DevelopmentQuestion[] = [
	ask("what did maren decide in october", "dec-pilot-size dec-voice dec-hinge"),
	ask("what did Maren decide since October?", "dec-pilot-size dec-voice dec-hinge dec-hold-stock-order"),
	// Every task of the demo has somebody.
	ask("which tasks are late and nobody is on them"),
	ask("which tasks have nobody on them"),
];

/** Requests that say in few and everyday words what the readers know by others. */
export const SAID_BRIEFLY: readonly DevelopmentQuestion[] = [
	inside("kingfisher", "any blocked work?", "task-purchase-agreement"),
	inside(
		"kingfisher",
		"what do I still have to do?",
		"task-licence-register task-bank-file task-talk-catriona task-announcement",
	),
	inside("kingfisher", "last thing we decided", "dec-hold-stock-order"),
	inside("heron", "goals we gave up on", "goal-camera-option"),
	ask("what is on Sylvie's list?", "task-purchase-agreement task-warranty-file"),
	ask("low priority tasks", "task-courier task-credit-tellwise task-foam-site"),
	ask("threats to the first paid delivery", "risk-modem-eol risk-slot"),
	ask("what could go wrong with the first paid delivery", "risk-modem-eol risk-slot"),
	ask("tasks nobody has started in Kingfisher", "task-talk-catriona task-announcement"),
	ask(
		"any tasks in Sallow that aren't due until next year?",
		"task-four-bridges task-train-officers task-season-report",
	),
	ask("What would slip if the voice route slips?", "task-drill"),
	ask("which project is furthest behind", "heron"),
	ask("what are my next steps", "task-licence-register task-bank-file task-talk-catriona task-announcement"),
	ask("signals that came in today"),
	ask(
		"now the same for Heron please",
		"task-sign-samples task-lid-tool task-varga-remaining task-supply-filter task-bootloader-handover",
		[
			"Which tasks are overdue in Kingfisher?",
			"Obtain the licence register from Iain Brannock, Complete the file for Havn Savings Bank.",
		],
	),
	// How a project goes is asked of the project, and not of what is in a state of that name.
	show("is Sallow on track?", "sallow"),
];
