import type { DevelopmentQuestion } from "./development-questions.ts";
import { ask, inside, show } from "./write-questions.ts";

/*
 * As different colleagues write: short, polite, with a slip, in the passive, with the preposition first, without a verb. Written from the
 * data in one go, before the reading was looked at. Of each list the first, third, fifth … may be looked at, the others are only counted
 * (`colleagues.long.test.ts`).
 */

const WAIT_FOR_SAMPLES =
	"task-lid-tool task-pelham-slot task-lid-force task-salt-second task-mounting-drawings task-technical-file";
const LATE_HERON =
	"task-sign-samples task-lid-tool task-varga-remaining task-supply-filter task-bootloader-handover";

export const COLLEAGUE_DEMO: readonly DevelopmentQuestion[] = [
	ask("blockers of the purchase agreement?", "task-licence-register"),
	ask("by what is the printing of the threshold book held up", "task-lower-evenings"),
	ask("Could you please tell me what is being blocked by the wayleave?", "task-weir-post"),
	ask("dependencies of the handover to the Board", "plan-thresholds"),
	ask("On what does the plan Paying for it depend?", "plan-diligence"),
	ask("which goal does the last five sites plan serve", "goal-network-live"),
	ask("for which goal are we training more officers?", "goal-board-independent"),
	ask("tasks under the pilot build", "task-pelham-slot task-test-jig task-order-capacitors task-courier"),
	ask("subtasks of the test jig", "task-jig-leak task-jig-radio"),
	ask("What is the courier booking a part of?", "plan-pilot"),
	ask("who's working on firmware 0.9.3?", "person-priya"),
	ask("who all works on the test jig", "person-agnieszka person-priya"),
	ask("who is stuck on something in Heron?", "person-luc person-agnieszka person-hana"),
	ask("what's Thandi stuck on", "task-print-book"),
	ask("tasks due this week for Fergus", "task-weir-post"),
	ask("overdue stuff Priya has", "task-supply-filter task-bootloader-handover"),
	ask("latest insight in Heron?", "insight-reamer"),
	ask(
		"how many tasks are there in the message path plan?",
		"task-voice-route task-drill task-measure-path task-credit-tellwise",
	),
	show("compare no sirens with the voice calls", "dec-no-sirens dec-voice"),
	show("status of the lid tool pls", "task-lid-tool"),
	ask("Which tasks of Heron changed yesterday", "task-sign-samples task-web-filter"),
	ask("what's the next milestone for Heron", "ms-pilot-build"),
	ask("decided by Eleri?", "dec-two-step"),
	ask("mitigations for flood debris taking a post", "task-post-14 task-guards"),
	ask("which taks wait for the Lindqvist samples", WAIT_FOR_SAMPLES),
	ask("threats to the first paid delivery", "risk-modem-eol risk-slot"),
];

export const COLLEAGUE_BOATYARD: readonly DevelopmentQuestion[] = [
	ask("blockers of launching Petrel?", "Antifoul the hull | Replace the garboard strake"),
	ask("who's on the crew for the garboard strake", "Dov Halloran"),
	ask("what came out of the spring survey?", "Replace the garboard strake"),
	ask("which jobs need the mast step", "Step the mizzen mast"),
	ask("how many boats does rupert quayle own", "Marigold | Kittiwake"),
	ask("by whom was Dov trained?", "Ada Fenwick"),
	ask("suppliers of missing parts", "Tarbet Timber"),
];

export const COLLEAGUE_FILM: readonly DevelopmentQuestion[] = [
	ask("what does the canal filming permit hold up?", "Boat chase | Opening titles"),
	ask("scenes waiting for dinner at the mill", "Boat chase | Opening titles"),
	ask("which scene did the boat chase replace?", "Night market"),
	ask("who coaches Sofia", "Greta Nilsson"),
	ask("props by Yuki?", "Brass telescope | Forged letter"),
	ask("permits Olu applied for, please", "Canal filming permit | Mill road closure"),
	ask("in which scenes is the forged letter used?", "Dinner at the mill | The telegram"),
];

const AGREEMENT: readonly [string, string] = [
	"What is holding up the purchase agreement?",
	"Obtain the licence register from Iain Brannock.",
];
const SLOT: readonly [string, string] = [
	"Which plan mitigates the risk that the test-house slot is lost?",
	"Certification run at Norrfield.",
];
const ALL_SITES: readonly [string, string] = [
	"Which risks threaten Twenty-four of twenty-four?",
	"Tanner's Weir stays closed to us, Bridge gauges come after the flood season starts.",
];
const DELE: readonly [string, string] = [
	"What is Dele working on?",
	"Get the wayleave for Tanner's Weir signed, Set the series price, Claim the outage credit from Tellwise.",
];
const LID_TOOL: readonly [string, string] = [
	"Tell me about the lid tool",
	"Re-cut the lid tool for the Lindqvist hinge is blocked.",
];

export const COLLEAGUE_FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	ask("who's got that one?", "person-maren", AGREEMENT),
	ask("what tasks does it have", "task-technical-file task-emission-prescan task-supply-filter", SLOT),
	ask("and which of these are done", "task-emission-prescan", SLOT, [
		"what tasks does it have",
		"Send the technical file to Norrfield, Scan emissions on the alpha board, Add a filter to the radar supply.",
	]),
	ask("owners?", "person-samir", ALL_SITES),
	ask("what are we doing about the second", "task-board-meeting", ALL_SITES),
	ask("now the same for Heron please", LATE_HERON, [
		"Which tasks are overdue in Kingfisher?",
		"Obtain the licence register from Iain Brannock, Complete the file for Havn Savings Bank.",
	]),
	ask("how many of those are late?", "task-wayleave", DELE),
	ask("and Thandi", "task-mounting-drawings task-print-book task-season-report", DELE),
	ask("by what?", "task-sign-samples", LID_TOOL),
	ask("what hangs on it?", "task-salt-second task-mounting-drawings task-technical-file", LID_TOOL),
	ask("just the Sallow one", "ms-threshold-book", [
		"Which milestones are overdue?",
		"First articles of the new hinge accepted, Threshold book signed by the Board, Data room complete.",
	]),
	ask("which of them leads a plan?", "person-samir person-eleri", [
		"Who is in the Field team?",
		"Samir Haddad, Eleri Pugh, Fergus MacAllan.",
	]),
	ask("who is doing it", "person-eleri person-joaquin", [
		"When is the drill?",
		"Run the drill with Tellwise switched off is due on 10 December.",
	]),
	show("what was the reason?", "dec-pilot-size", [
		"What was decided about the size of the pilot?",
		"Build forty pilot units instead of a hundred was made on 28 October.",
	]),
];

export const COLLEAGUE_BOATYARD_FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	ask("which job needs it", "Step the mizzen mast", ["Which parts are missing?", "Mast step."]),
	ask("who's her mentor?", "Ada Fenwick", [
		"Who is the foreman of rewiring the engine room?",
		"Cass Omondi.",
	]),
	ask("which of them is urgent?", "Step the mizzen mast", [
		"What jobs are waiting?",
		"Rewire the engine room, Step the mizzen mast.",
	]),
];

export const COLLEAGUE_FILM_FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	ask("who applied for it?", "Olu Danjuma", ["Which permits are granted?", "Mill road closure."]),
	ask("what else does she make", "Brass telescope", ["Who makes the forged letter?", "Yuki Sato."]),
	ask("and Sofia?", "Dinner at the mill | Farewell on the roof", [
		"Which scenes is Marcus in?",
		"Dinner at the mill, The telegram.",
	]),
];

const heron = inside.bind(null, "heron");
const sallow = inside.bind(null, "sallow");
const kingfisher = inside.bind(null, "kingfisher");

export const COLLEAGUE_IN_A_PROJECT: readonly DevelopmentQuestion[] = [
	heron("who's blocked?", "person-luc person-agnieszka person-hana"),
	heron("anything due on friday", "task-pelham-slot"),
	heron("what did we decide last month?", "dec-hinge dec-pilot-size"),
	heron("goals we gave up on", "goal-camera-option"),
	heron("plans without tasks", "plan-power"),
	sallow("who owns the high-impact risks", "person-samir person-eleri person-joaquin"),
	sallow("todo tasks of dele", "task-credit-tellwise"),
	sallow("who's responsible for the goals?", "person-samir person-joaquin person-eleri"),
	kingfisher("what's blocking us", "task-licence-register"),
	kingfisher("what is on Sylvie's list?", "task-purchase-agreement task-warranty-file"),
	kingfisher("due in the next two weeks?", "task-purchase-agreement task-warranty-file task-talk-catriona"),
	kingfisher("last thing we decided", "dec-hold-stock-order"),
];

export const COLLEAGUE_PEOPLE: readonly DevelopmentQuestion[] = [
	ask("Who stands in for Eleri?", "person-samir"),
	ask("people in the hardware team", "person-luc person-agnieszka person-hana"),
	ask("Who leads the firmware team?", "person-priya"),
	ask("to whom does Hana report?", "person-agnieszka"),
	ask("who joined before 2017?", "person-maren person-samir"),
	ask("risks owned by Joaquin", "risk-provider-outage risk-consent"),
	ask(
		"how many tasks does Eleri have open",
		"task-foam-site task-drill task-lower-evenings task-train-officers task-season-report",
	),
	ask("which tasks do Eleri and Thandi share?", "task-season-report"),
];
