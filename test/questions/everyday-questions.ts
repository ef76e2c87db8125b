import type { DevelopmentQuestion } from "./development-questions.ts";
import { ask, inside, show } from "./write-questions.ts";

/*
 * As people type them into a tool for projects, written from the data in one go, before the reading was looked at. Of each list the first,
 * third, fifth … may be looked at, the others are only counted (`everyday.long.test.ts`).
 */

export const EVERYDAY_DEMO: readonly DevelopmentQuestion[] = [
	ask("who's got the wayleave?", "person-samir person-dele"),
	ask("list everything Luc still has to do", "task-lid-tool task-lid-force task-jig-leak"),
	ask(
		"give me the high-impact risks in Heron that haven't been mitigated",
		"risk-lid-tool risk-slot risk-bootloader",
	),
	ask("anything late for Hana?", "task-varga-remaining"),
	ask("how many tasks has Fergus finished?", "task-post-14 task-upper-posts"),
	ask("what's holding up firmware 0.9.3", "task-web-filter"),
	ask("open risks in Sallow that nobody owns", "risk-late-bridges"),
	show("when's the voice route due?", "task-voice-route"),
	ask("which decisions did Priya take", "dec-battery dec-radar dec-web-film"),
	ask("decisions Maren made this month", "dec-hold-stock-order"),
	ask("the most recent decision in Sallow", "dec-voice"),
	ask("what's been overdue the longest?", "task-hide-numbers"),
	ask("which milestone comes next in Kingfisher?", "ms-exclusivity-ends"),
	ask("which milestones have we missed so far", "ms-salt-spray ms-eighteen-posts"),
	ask(
		"show me tasks due before December that are still todo in Heron",
		"task-varga-remaining task-lid-force task-jig-radio task-supply-filter task-firmware-093 task-bootloader-handover",
	),
	ask("who works for Samir?", "person-eleri person-fergus"),
	ask("Who's Thandi's manager?", "person-dele"),
	ask("who covers for Priya when she's away", "person-noor"),
	ask("what team is Dele on", "team-office"),
	ask("who in the Field team has overdue tasks?", "person-samir person-eleri person-fergus"),
	ask("tasks both Samir and Fergus work on", "task-four-bridges task-upper-posts"),
	ask(
		"what has Joaquín got that isn't done",
		"task-bootloader-handover task-cordless task-drill task-hide-numbers task-open-feed task-voice-route",
	),
	show("compare the hinge change and the pilot build", "plan-hinge plan-pilot"),
	ask(
		"which plans have nobody leading them?",
		"plan-upper-valley plan-diligence plan-financing plan-hundred-days",
	),
	ask("which goal is the power budget plan meant to achieve", "goal-battery-life"),
	ask("What would slip if the voice route slips?", "task-drill"),
	ask("what's Heron's biggest risk", "risk-modem-eol"),
	ask("which risks came true?", "risk-webs risk-provider-outage risk-drowned-post"),
	ask("documents still in draft", "doc-trial-diary doc-licences"),
	ask(
		"outputs that have been published",
		"out-firmware-09 out-salt-report out-portal out-warden-card out-letter-of-intent",
	),
	ask(
		"priority 1 tasks that are stuck",
		"task-lid-tool task-pelham-slot task-order-modems task-weir-post task-drill task-purchase-agreement",
	),
	ask("which insights rest on the letter from Mrs Ashdown?", "insight-ashdown"),
	ask("what did Samir have to do this week?", "task-wayleave"),
	ask("what are we doing about the lost test-house slot?", "plan-certification task-supply-filter"),
	ask("Which goals are due this year?", "goal-four-minutes goal-own-modem goal-price-ceiling"),
	ask("who is responsible for the goal landed cost below 412 euros", "person-hana"),
	ask("Kindly list the requirements with top priority in Kingfisher", "req-clean-licences req-equity"),
	ask("OKRs at risk", "okr-heron-pilot okr-sallow-live"),
	ask("which tasks changed yesterday?", "task-sign-samples task-voice-route task-cordless task-web-filter"),
	show("how far along is the certification run?", "plan-certification"),
	ask("who's stuck in Sallow?", "person-fergus person-samir person-eleri person-joaquin person-thandi"),
	ask("tasks nobody has started in Kingfisher", "task-talk-catriona task-announcement"),
	ask("what's in the way of Thandi's tasks?", "task-lid-tool task-sign-samples task-lower-evenings"),
	ask("whose job is booking the courier", "person-hana"),
	ask("which outputs does the hinge change deliver?", "out-cad-d"),
	ask("which requirement is behind masking telephone numbers", "req-consent"),
	ask(
		"which plans aren't finished in Sallow",
		"plan-last-five plan-message-path plan-thresholds plan-handover",
	),
	ask("tasks due in January", "task-salt-second task-order-modems task-four-bridges task-train-officers"),
	ask("who has no manager?", "person-maren"),
	ask("who started in 2021?", "person-joaquin person-eleri"),
	show("who's good at rope access?", "person-samir"),
	show("why did we reverse the camera?", "dec-camera"),
	ask("what's waiting on Maren?", "dec-modem"),
	ask("what did Samir raise", "dec-trial-as-live"),
	ask("tasks that produce the threshold book", "task-kiln-green-levels task-print-book"),
	ask("Anything blocking the purchase agreement or the bank file?", "task-licence-register"),
	ask("which of Eleri's open tasks has the earliest deadline?", "task-lower-evenings"),
	ask("which project has the most overdue tasks?", "heron"),
	ask("do we have any tasks without a due date", "task-foam-site"),
	ask(
		"any tasks in Sallow that aren't due until next year?",
		"task-four-bridges task-train-officers task-season-report",
	),
];

export const EVERYDAY_BOATYARD: readonly DevelopmentQuestion[] = [
	ask("whose boat is Marigold?", "Rupert Quayle"),
	ask(
		"jobs on Petrel that aren't finished",
		"Replace the garboard strake | Antifoul the hull | Launch Petrel",
	),
	ask("parts we're missing", "Mast step"),
	ask("jobs Dov is foreman of", "Antifoul the hull | Varnish the brightwork"),
	ask("any repair past its date?", "Replace the garboard strake"),
	ask("the urgent jobs, please", "Replace the garboard strake | Step the mizzen mast"),
	ask("where's Kittiwake berthed?", "South 2"),
	ask("which boats are ashore right now", "Petrel | Old Thunder"),
	ask("who supplies the parts for rewiring the engine room?", "Oban Electrics"),
	ask("what must be done before Petrel can be launched", "Antifoul the hull | Replace the garboard strake"),
	ask("boats owned by the Harbour Trust", "Old Thunder"),
	ask("who surveyed Marigold?", "Bo Lindgren"),
];

export const EVERYDAY_FILM: readonly DevelopmentQuestion[] = [
	ask("who's directing the boat chase?", "Greta Nilsson"),
	ask("scenes Lena is in that haven't been shot", "Boat chase | Dinner at the mill"),
	ask("which props does the telegram need?", "Brass telescope | Forged letter"),
	ask("props nobody is making", "Harbour map"),
	ask("what's stopping the opening titles?", "Boat chase | Dinner at the mill | Canal filming permit"),
	ask("Is any scene running late?", "The telegram"),
	ask("Pia's unfinished effects shots", "Fog over the canal | Mill wheel extension"),
	ask("actors represented by Starling Talent", "Lena Hartwig | Marcus Oyo"),
	ask("performers without an agency", "Jun Park"),
	ask("where do we shoot dinner at the mill?", "Old Mill"),
	ask("permits expiring this year", "Canal filming permit | Mill road closure"),
	ask("who does Tomas answer to", "Greta Nilsson"),
	ask("refused permits, how many?", "Drone flight"),
	ask("who looks after the old mill", "Olu Danjuma"),
];

const WEIR: readonly [string, string] = [
	"What blocks the post at Tanner's Weir?",
	"Get the wayleave for Tanner's Weir signed.",
];
const OCCURRED: readonly [string, string] = [
	"Which risks occurred in Sallow?",
	"Message provider fails in the night it is needed, Flood debris takes a post away.",
];
const BLOCKED: readonly [string, string] = [
	"What is blocked in Sallow?",
	"Set the post at Tanner's Weir, Mount gauges under the last four bridges, Run the drill with Tellwise switched off, Print the threshold book.",
];
const MODEMS: readonly [string, string] = [
	"Which tasks mitigate the risk that the modem runs out?",
	"Try the Quillon Q2 as second modem, Place the last order for BT-40 modems.",
];

export const EVERYDAY_FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	ask("whose is it?", "person-samir person-dele", WEIR),
	show("when's it due?", "task-wayleave", WEIR),
	ask("what else is on his plate?", "task-lid-tool task-lid-force task-jig-leak", [
		"Who leads the hinge change?",
		"Luc Fontanel leads Hinge change.",
	]),
	ask("same for Sallow", "task-wayleave task-weir-post task-hide-numbers task-lower-evenings", [
		"Which tasks are overdue in Heron?",
		"Sign off the Lindqvist first-article samples, Re-cut the lid tool for the Lindqvist hinge, Agree the end of deliveries with Varga Stampings, Add a filter to the radar supply, Hand the bootloader over to a second person.",
	]),
	ask("who owns them?", "person-joaquin person-fergus", OCCURRED),
	ask("and the first one, what's being done about it?", "plan-message-path", OCCURRED),
	ask("who took it?", "person-maren", [
		"Tell me about the decision on voice calls",
		"Add voice calls through a second provider was made on 25 October.",
	]),
	show("and why?", "dec-voice", [
		"Tell me about the decision on voice calls",
		"Add voice calls through a second provider was made on 25 October.",
	]),
	ask("who's leading both of them?", "person-hana person-agnieszka", [
		"Which plans depend on the hinge change?",
		"Pilot build at Pelham Assembly, Certification run at Norrfield.",
	]),
	ask("which of those are due this month?", "task-weir-post task-print-book", BLOCKED),
	ask("what's holding the last one up?", "task-lower-evenings", BLOCKED),
	ask("what other decisions did she make?", "dec-battery dec-web-film", [
		"Who decided on the radar module?",
		"Priya Raghunathan decided Use the 60 GHz radar module, not the 80 GHz one.",
	]),
	ask("which of them have overdue tasks?", "person-maren person-dele", [
		"Who is in the Office team?",
		"Maren Oyelaran, Dele Bankole, Thandi Mokoena.",
	]),
	show("since when?", "task-drill", [
		"Is the drill going ahead?",
		"Run the drill with Tellwise switched off is blocked.",
	]),
	ask("and Luc?", "task-lid-tool task-lid-force task-jig-leak", [
		"What is Hana working on?",
		"Agree the end of deliveries with Varga Stampings, Confirm the pilot slot with Pelham Assembly, Book the courier from Pelham to Norrfield, Place the last order for BT-40 modems.",
	]),
	ask("are any of them blocked?", "task-order-modems", MODEMS),
	ask("and the other one, who's on that?", "person-priya", MODEMS, [
		"are any of them blocked?",
		"Place the last order for BT-40 modems is blocked.",
	]),
	ask(
		"what's left to do?",
		"task-wayleave task-weir-post task-four-bridges task-tenter-arm task-board-meeting",
		["Tell me about the plan The last five sites", "The last five sites is active; Samir Haddad leads it."],
	),
	ask("only the Kingfisher ones", "doc-licences", [
		"Which documents are in draft?",
		"Trial diary of the six bridges, What we know about the radio licences.",
	]),
	ask("which is due first?", "task-lower-evenings", ["How many open tasks does Eleri have?", "Five."]),
	ask("and her manager?", "person-maren", ["Who manages Noor?", "Priya Raghunathan."]),
	ask("what milestones are overdue?", "ms-first-articles ms-threshold-book ms-data-room", [
		"Who leads the hinge change?",
		"Luc Fontanel leads Hinge change.",
	]),
	ask("what's being done about them?", "plan-hinge plan-certification task-supply-filter", [
		"What threatens Radio and EMC reports signed?",
		"Re-cut lid tool comes too late for the pilot, and Test-house slot is lost.",
	]),
	ask("who's responsible for that?", "person-eleri", [
		"Which goal does training two more officers support?",
		"The Board runs the portal without us.",
	]),
];

export const EVERYDAY_BOATYARD_FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	ask("which jobs are open on it?", "Replace the garboard strake | Antifoul the hull | Launch Petrel", [
		"Who owns Petrel?",
		"Ines Valverde owns Petrel.",
	]),
	ask("where are they berthed?", "Slip A", ["What boats are ashore?", "Petrel and Old Thunder."]),
	ask("and the crew?", "Dov Halloran | Cass Omondi", [
		"Who is the foreman of the mizzen mast job?",
		"Bo Lindgren is the foreman of Step the mizzen mast.",
	]),
	ask("who supplies them?", "Oban Electrics", ["Which parts are on order?", "Bilge pump, Navigation lamp."]),
];

export const EVERYDAY_FILM_FOLLOW_UPS: readonly DevelopmentQuestion[] = [
	ask("what else is she directing?", "Dinner at the mill | Farewell on the roof", [
		"Who directs the boat chase?",
		"Greta Nilsson directs Boat chase.",
	]),
	ask("who applied for the permit?", "Olu Danjuma", [
		"What is the boat chase waiting for?",
		"Canal filming permit and Dinner at the mill.",
	]),
	ask("which scene needs it?", "Boat chase", ["Which props are broken?", "Stunt bicycle."]),
	ask("who's in it?", "Lena Hartwig | Marcus Oyo | Sofia Brandt", [
		"When is dinner at the mill shot?",
		"Dinner at the mill is shot on 18 November.",
	]),
];

const heron = inside.bind(null, "heron");
const sallow = inside.bind(null, "sallow");
const kingfisher = inside.bind(null, "kingfisher");

export const EVERYDAY_IN_A_PROJECT: readonly DevelopmentQuestion[] = [
	heron(
		"what's late?",
		"task-sign-samples task-lid-tool task-varga-remaining task-supply-filter task-bootloader-handover ms-first-articles",
	),
	heron("any decisions we put off?", "dec-web-film"),
	heron("which decisions got reversed", "dec-camera"),
	heron(
		"what is Agnieszka busy with",
		"task-sign-samples task-salt-second task-test-jig task-technical-file",
	),
	heron(
		"show me the outputs that aren't published",
		"out-cad-d out-mounting-guide out-trial-data out-datasheet",
	),
	heron("how many milestones are left?", "ms-first-articles ms-pilot-build ms-certified ms-launch"),
	heron("who has the most open tasks?", "person-priya"),
	heron("tasks due next week", "task-jig-leak task-web-filter task-pelham-slot task-jig-radio"),
	heron("the goal with the nearest target date", "goal-battery-life"),
	heron("list what Hana has finished", "task-order-capacitors task-modem-count"),
	heron("priority 1 tasks still open", "task-sign-samples task-lid-tool task-pelham-slot task-order-modems"),
	heron("who runs the plans here?", "person-luc person-hana person-agnieszka person-noor person-priya"),
	sallow("what's stuck at the moment?", "task-weir-post task-four-bridges task-drill task-print-book"),
	sallow("who has something overdue?", "person-samir person-dele person-fergus person-joaquin person-eleri"),
	sallow("which documents are being reviewed", "doc-weir-access doc-message-path"),
	sallow(
		"which tasks are already done?",
		"task-post-14 task-upper-posts task-measure-path task-kiln-green-levels task-rate-rule task-battery-alarm",
	),
	sallow("anything due tomorrow?", "task-voice-route"),
	sallow("what's our next milestone", "ms-voice-route"),
	sallow("requirements with priority 3", "req-old-phone req-open-data req-dark-fortnight"),
	sallow("risks Eleri owns", "risk-false-alarms risk-officer"),
	sallow("which tasks does Fergus have left", "task-weir-post task-four-bridges task-tenter-arm task-guards"),
	sallow("what was decided in September?", "dec-two-step"),
	sallow("which goal isn't active yet?", "goal-board-independent"),
	sallow(
		"how many insights do we have?",
		"insight-one-route insight-river-at-line insight-ringing insight-ashdown",
	),
	sallow("our critical risks", "risk-provider-outage"),
	kingfisher(
		"what do I still have to do?",
		"task-licence-register task-bank-file task-talk-catriona task-announcement",
	),
	kingfisher("What does Sylvie have to do?", "task-purchase-agreement task-warranty-file"),
	kingfisher("which risks were mitigated", "risk-bank-no"),
	kingfisher("what's overdue and mine?", "task-licence-register task-bank-file"),
	kingfisher("any blocked work?", "task-purchase-agreement"),
	kingfisher("decisions that are still open", "dec-brannock-name"),
	kingfisher("which milestone is late", "ms-data-room"),
	kingfisher("list all goals", "goal-own-modem goal-keep-five goal-price-ceiling"),
	kingfisher("which tasks wait for the licence register", "task-purchase-agreement task-bank-file"),
	kingfisher("which plans are still just drafts", "plan-hundred-days"),
	kingfisher("risks nobody owns that are critical", "risk-licence-transfer"),
];
