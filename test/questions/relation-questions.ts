/**
 * A question about what hangs together with what, and exactly the entities of the demo, by key, that answer
 * it. The thing asked about is not part of its own answer. Where a question asks what holds something up,
 * what it depends on or what waits for it, the answer is the whole chain over `blocks` and `depends_on`, as
 * far as it is still open: what is done, completed or missed, and a decision that was made, holds nothing up.
 */
export interface RelationQuestion {
	readonly query: string;
	readonly set: readonly string[];
}

const ask = (query: string, ...set: string[]): RelationQuestion => ({ query, set });

/** Figures may be chosen by these. */
export const RELATION_QUESTIONS_COMPARED: readonly RelationQuestion[] = [
	// A chain: the test waits for the lid tool, the lid tool for the samples.
	ask("what blocks the second salt-spray test?", "task-lid-tool", "task-sign-samples"),
	ask("hey, what's holding up the drill?", "task-voice-route"),
	// Blocked by the arm, dependent on the pending decision; neither waits for anything else by an edge.
	ask(
		"What stands in the way of mounting gauges under the last four bridges?",
		"task-tenter-arm",
		"dec-trial-as-live",
	),
	// A chain: certification depends on the pilot, the pilot on the hinge change.
	ask("What does the certification run at Norrfield depend on?", "plan-pilot", "plan-hinge"),
	// A chain, downwards: all that is open and cannot go on before the samples are signed.
	ask(
		"what is waiting, directly or indirectly, for the Lindqvist samples to be signed off",
		"task-lid-tool",
		"task-pelham-slot",
		"task-lid-force",
		"task-salt-second",
		"task-mounting-drawings",
		"task-technical-file",
	),
	ask("Which tasks does the missing licence register block?", "task-purchase-agreement", "task-bank-file"),
	ask("Which other goal has to be met before the Board can run the portal without us?", "goal-network-live"),
	ask("courier from Pelham to Norrfield: what does that depend on?", "ms-pilot-build"),
	ask(
		"What are we doing against the modem running out before a replacement is approved?",
		"task-quillon-sample",
		"task-order-modems",
	),
	ask(
		"what mitigates the risk that catriona muir leaves with the sale",
		"plan-hundred-days",
		"task-talk-catriona",
	),
	ask("Which risks threaten the signed radio and EMC reports?", "risk-lid-tool", "risk-slot"),
	ask("If the test-house slot is lost, which milestones are in danger?", "ms-launch", "ms-certified"),
	ask(
		"Which tasks belong to the hinge change?",
		"task-sign-samples",
		"task-lid-tool",
		"task-salt-second",
		"task-lid-pocket",
		"task-metallurgist",
		"task-lid-force",
	),
	ask(
		"list the tasks of the certification run",
		"task-technical-file",
		"task-emission-prescan",
		"task-supply-filter",
	),
	ask("Reading the six staff gauges by hand each week - which plan is that part of?", "plan-trial"),
	ask(
		"What supports the goal that a warning reaches every warden within four minutes?",
		"plan-message-path",
		"task-measure-path",
	),
	ask(
		"Could you tell me which milestones the first-hundred-bridges goal has?",
		"ms-design-freeze",
		"ms-first-articles",
		"ms-salt-spray",
	),
	ask(
		"requirements of the goal all twenty-four sites report every fifteen minutes",
		"req-availability",
		"req-dark-fortnight",
	),
	ask("What does the plan Eight weeks under six bridges produce?", "out-trial-data"),
	ask(
		"Which work goes into the printed threshold book, so what produces it?",
		"plan-thresholds",
		"task-print-book",
		"task-kiln-green-levels",
	),
	// Once by its field and once by an edge of its own.
	ask(
		"What was the insight about wardens sleeping through texts derived from?",
		"signal-warden-survey",
		"signal-storm-messages",
	),
	ask("Who leads the pilot build at Pelham?", "person-hana"),
	ask("who owns the risk that a warden's private number becomes visible?", "person-joaquin"),
	ask("Who decided to go for the 60 GHz radar module?", "person-priya"),
	ask("who is assigned to the drill with tellwise switched off", "person-eleri", "person-joaquin"),
	ask("Which decision references the document about the storm night?", "dec-voice"),
	ask(
		"What is the acceptance by the Catchment Board made up of?",
		"ms-all-sites",
		"ms-drill",
		"ms-threshold-book",
	),
	ask("Which team is Luc in, and who else is in it?", "team-hardware", "person-agnieszka", "person-hana"),
	ask("who reports to Samir?", "person-eleri", "person-fergus"),
	ask("Which OKRs does Samir Haddad own?", "okr-sallow-live", "okr-service"),
];

/** Nobody looks at these while tuning. */
export const RELATION_QUESTIONS_KEPT: readonly RelationQuestion[] = [
	// A chain: the drawings wait for the lid tool, the lid tool for the samples.
	ask("What is holding up the drawing of the twelve mounting steps?", "task-lid-tool", "task-sign-samples"),
	ask("Morning! What keeps us from setting the post at Tanner's Weir?", "task-wayleave"),
	// A chain: the file depends on the lid tool, which waits for the samples.
	ask("what does sending the technical file to Norrfield depend on?", "task-lid-tool", "task-sign-samples"),
	// A chain, downwards: the pilot depends on the hinge change, certification on the pilot.
	ask("Which plans depend on the hinge change?", "plan-pilot", "plan-certification"),
	// Two blocked by it, one that depends on it; the chain ends there.
	ask(
		"everything that has to wait until Brook & Dahl re-cut the lid tool, please",
		"task-salt-second",
		"task-mounting-drawings",
		"task-technical-file",
	),
	ask("what does the spider-web filter block", "task-firmware-093"),
	ask("The modem design belongs to us: which goal does this one depend on?", "goal-keep-five"),
	// The count of the modems, on which it depends as well, is done.
	ask("last order for BT-40 modems - what does it still depend on?", "dec-modem"),
	ask(
		"What lowers the risk that spider webs look like rising water?",
		"task-web-filter",
		"task-firmware-093",
	),
	ask(
		"which measures are there against the Board's only trained officer leaving?",
		"plan-handover",
		"task-train-officers",
	),
	ask("Which risks threaten Twenty-four of twenty-four?", "risk-landowner", "risk-late-bridges"),
	ask(
		"What is threatened if the re-cut lid tool comes too late for the pilot?",
		"ms-certified",
		"ms-pilot-build",
	),
	ask(
		"what are the tasks in the plan for the last five sites",
		"task-wayleave",
		"task-weir-post",
		"task-four-bridges",
		"task-tenter-arm",
		"task-board-meeting",
	),
	ask(
		"Tasks that belong to Looking before we buy?",
		"task-licence-register",
		"task-warranty-file",
		"task-stock-count",
		"task-talk-catriona",
	),
	ask("To which plan does claiming the outage credit from Tellwise belong?", "plan-message-path"),
	ask(
		"Which tasks serve the goal of a landed cost below 412 euros?",
		"task-modem-count",
		"task-varga-remaining",
	),
	ask(
		"which milestones hang under the goal that the modem design is ours?",
		"ms-letter-of-intent",
		"ms-data-room",
	),
	ask(
		"What requirements come with the goal of warning every warden in four minutes?",
		"req-four-minutes",
		"req-two-routes",
	),
	ask("widening the hinge pocket, what output does that produce?", "out-cad-d"),
	ask("What does the season report for the Board come out of?", "plan-handover", "task-season-report"),
	// One by its field, one by an edge of its own.
	ask(
		"Which insights were drawn from the delivery log of the storm night?",
		"insight-one-route",
		"insight-ringing",
	),
	ask("who is leading the message path with two routes", "person-joaquin"),
	ask("Who owns the risk of losing the slot at the test house?", "person-agnieszka"),
	ask("Whose decision was it to warn on level and rate of rise together?", "person-eleri"),
	ask("hi, who is on the bootloader handover?", "person-priya", "person-joaquin"),
	ask("Which decision references Offer and valuation?", "dec-buy-not-license"),
	ask(
		"which tasks target the milestone forty pilot units built?",
		"task-test-jig",
		"task-lid-tool",
		"task-pelham-slot",
	),
	ask(
		"What team does Noor belong to and who are the others in it?",
		"team-firmware",
		"person-priya",
		"person-joaquin",
	),
	ask("Whose manager is Agnieszka Wrona?", "person-luc", "person-hana"),
	ask("Which goals does the OKR Heron 2 leaves the bench stand for?", "goal-ship-heron", "goal-battery-life"),
];
