/** An earlier question and its answer. An answer names entities as the product does, by their titles. */
export interface EarlierTurn {
	readonly query: string;
	readonly answer: string;
}

/**
 * A question that depends on earlier turns, and the entities of the demo, by key, that it needs: for a fact those that
 * state it, for a set or a relation exactly its members.
 */
export interface FollowUpQuestion {
	readonly turns: readonly EarlierTurn[];
	readonly query: string;
	readonly set: readonly string[];
}

const say = (query: string, answer: string): EarlierTurn => ({ query, answer });

const list = (...titles: string[]): string => `${titles.join(", ")}.`;
const lines = (...titles: string[]): string => titles.join("\n");

const then = (turns: readonly EarlierTurn[], query: string, ...set: string[]): FollowUpQuestion => ({
	turns,
	query,
	set,
});

/** Figures may be chosen by these. */
export const FOLLOW_UP_QUESTIONS_COMPARED: readonly FollowUpQuestion[] = [
	then(
		[
			say(
				"Which supplier makes the lid hinge now?",
				"Lindqvist Marine, by the decision Move the lid hinge from Varga Stampings to Lindqvist Marine.",
			),
		],
		"and who decided it?",
		"person-maren",
	),
	then(
		[
			say(
				"What tasks are late in Heron?",
				list(
					"Sign off the Lindqvist first-article samples",
					"Re-cut the lid tool for the Lindqvist hinge",
					"Agree the end of deliveries with Varga Stampings",
					"Add a filter to the radar supply",
					"Hand the bootloader over to a second person",
				),
			),
		],
		"what about Sallow?",
		"task-wayleave",
		"task-weir-post",
		"task-hide-numbers",
		"task-lower-evenings",
	),
	then(
		[
			say(
				"What tasks are in the plan The last five sites?",
				list(
					"Get the wayleave for Tanner's Weir signed",
					"Set the post at Tanner's Weir",
					"Mount gauges under the last four bridges",
					"Make a longer arm for Tenter bridge",
					"Ask the Board to accept the trial gauges",
				),
			),
		],
		"which of them are blocked?",
		"task-weir-post",
		"task-four-bridges",
	),
	then(
		[
			say(
				"Which documents are in review at the moment?",
				lines(
					"1. Modem supply after the BT-40 notice",
					"2. Nine-step test of a pilot unit",
					"3. Access to Tanner's Weir",
					"4. The message path",
					"5. Offer and valuation",
				),
			),
		],
		"tell me more about the second one",
		"doc-pilot-test",
	),
	then(
		[
			say(
				"Which milestones have we missed?",
				"Two: Housing passes salt spray, and Eighteen posts in the river bank.",
			),
		],
		"why did the first one fail?",
		"ms-salt-spray",
	),
	then(
		[say("what does Hana have to settle with Pelham?", "Confirm the pilot slot with Pelham Assembly.")],
		"when is it due?",
		"task-pelham-slot",
	),
	then(
		[
			say("Was there a decision about sirens?", "Yes: No sirens in the villages."),
			say("who said so?", "Maren Oyelaran."),
		],
		"why though?",
		"dec-no-sirens",
	),
	then(
		[say("Who leads the field trial?", "Noor Jansen leads Eight weeks under six bridges.")],
		"who is her manager?",
		"person-priya",
	),
	then(
		[
			say(
				"Which risks threaten the first paid delivery?",
				"Modem runs out before a replacement is approved, and Test-house slot is lost.",
			),
		],
		"and what are we doing about the first?",
		"task-quillon-sample",
		"task-order-modems",
	),
	then(
		[
			say(
				"Is it the gauge that Mrs Ashdown minds?",
				"No: Mrs Ashdown objects to the paper, not to the post.",
			),
		],
		"How do we know that?",
		"signal-ashdown-letter",
	),
	then(
		[
			say(
				"what is the threshold book waiting for before it goes to print?",
				"For Hold the three threshold evenings of the lower valley.",
			),
		],
		"ok and who's on that",
		"person-eleri",
	),
	then(
		[say("How many modems are in stock?", "212, by Count modems: stock, orders, service needs.")],
		"and how many would we need for three years?",
		"task-modem-count",
	),
	then(
		[say("what did we find out about the webs?", "A web dims the echo, water does not.")],
		"what was that derived from?",
		"signal-web",
	),
	then(
		[say("Which decision is pending in Sallow?", "Count trial gauges as live on the last four bridges.")],
		"what speaks against it?",
		"dec-trial-as-live",
	),
	then(
		[
			say("What followed from the outage?", "The decision Add voice calls through a second provider."),
			say("what does a call cost?", "0.09 euros."),
		],
		"Which plan carries that out?",
		"plan-message-path",
	),
	then(
		[say("Who is in the field team?", "Samir Haddad, Eleri Pugh and Fergus MacAllan.")],
		"and which OKRs does that team have?",
		"okr-sallow-live",
		"okr-service",
		"okr-reports",
	),

	// Another topic: the earlier turns have nothing to do with the question.
	then(
		[say("How do we pay for Brannock?", "By Finance by loan and earn-out.")],
		"different topic: from when to when is the workshop open?",
		"page-handbook",
	),
	then(
		[
			say("Who leads the hinge change?", "Luc Fontanel."),
			say("and what comes out of it?", "Housing drawings, revision D."),
		],
		"how many customers are on Brannock's customer list?",
		"signal-aquaterm-share",
	),
	then(
		[say("On what day is the exclusivity over?", "Exclusivity ends on 2026-12-05.")],
		"At which bridge was there a reading with a swan?",
		"doc-trial-diary",
	),
	then(
		[
			say(
				"what can we get back from Tellwise?",
				"One month free, see Claim the outage credit from Tellwise.",
			),
		],
		"who here can do rope access?",
		"person-samir",
	),
];

/** Nobody looks at these while tuning. */
export const FOLLOW_UP_QUESTIONS_KEPT: readonly FollowUpQuestion[] = [
	then(
		[say("Why is it a 60 GHz radar?", "By Use the 60 GHz radar module, not the 80 GHz one.")],
		"who took that decision?",
		"person-priya",
	),
	then(
		[
			say(
				"What is stuck in Sallow right now?",
				list(
					"Set the post at Tanner's Weir",
					"Mount gauges under the last four bridges",
					"Run the drill with Tellwise switched off",
					"Print the threshold book",
				),
			),
		],
		"and in Heron?",
		"task-lid-tool",
		"task-salt-second",
		"task-pelham-slot",
		"task-order-modems",
	),
	then(
		[
			say(
				"Tasks of the plan Hinge change?",
				list(
					"Sign off the Lindqvist first-article samples",
					"Re-cut the lid tool for the Lindqvist hinge",
					"Run the second salt-spray test",
					"Widen the hinge pocket in the lid drawing",
					"Have the cracked pins examined",
					"Measure the closing force of the lid at −20 °C",
				),
			),
		],
		"which of those are still open?",
		"task-sign-samples",
		"task-lid-tool",
		"task-salt-second",
		"task-lid-force",
	),
	then(
		[
			say(
				"Which outputs are under review?",
				"1. Housing drawings, revision D\n2. Threshold book, printed\n3. Valuation model",
			),
		],
		"say a bit more about the last one",
		"out-valuation",
	),
	then(
		[
			say(
				"Which decisions did we reverse?",
				"Two: Offer a camera beside the radar, and Send readings over the farms' Wi-Fi mesh.",
			),
		],
		"what was wrong with the second?",
		"dec-mesh",
	),
	then(
		[say("has Joaquín still to hide the numbers?", "Yes: Mask telephone numbers in the delivery log.")],
		"when should it have been finished?",
		"task-hide-numbers",
	),
	then(
		[
			say("How big is the pilot?", "Forty units, by Build forty pilot units instead of a hundred."),
			say("when did we settle on that?", "On 2026-10-28."),
		],
		"what was the reason?",
		"dec-pilot-size",
	),
	then(
		[say("Who draws the mounting steps?", "Thandi Mokoena does Draw the twelve mounting steps.")],
		"who does she report to?",
		"person-dele",
	),
	then(
		[
			say(
				"What threatens the twenty-four sites?",
				"Tanner's Weir stays closed to us, and Bridge gauges come after the flood season starts.",
			),
		],
		"what do we do against the second one?",
		"task-board-meeting",
	),
	then(
		[say("Why did the gauges fail in the cold?", "Cold cells cannot deliver the modem's pulse.")],
		"From which observation do we have that?",
		"signal-cold",
	),
	then(
		[say("what is in the way of the post at the weir", "Get the wayleave for Tanner's Weir signed.")],
		"whose job is that",
		"person-samir",
		"person-dele",
	),
	then(
		[
			say(
				"What happens with the hinges that are still on order at Varga?",
				"That is open: Agree the end of deliveries with Varga Stampings.",
			),
		],
		"and what did they offer on the phone?",
		"note-call-varga",
	),
	then(
		[say("How bad is the warranty problem?", "The warranty trouble is one batch and can be capped.")],
		"what's the evidence for it?",
		"signal-crystal",
	),
	then(
		[say("Is any decision pending in Kingfisher?", "Keep the name Brannock on the modem.")],
		"how long does Iain want it?",
		"dec-brannock-name",
	),
	then(
		[
			say(
				"What powers the gauge?",
				"By Lithium D-cells with a hybrid capacitor instead of NiMH and solar, two cells and a capacitor.",
			),
			say("what does the capacitor add to the price?", "4.60 euros."),
		],
		"Which goal does this decision belong to?",
		"goal-battery-life",
	),
	then(
		[say("Who works in hardware?", "Agnieszka Wrona, Luc Fontanel and Hana Kobayashi-Wells.")],
		"do they have an OKR?",
		"okr-margin",
	),

	// Another topic: the earlier turns have nothing to do with the question.
	then(
		[say("What is the most we pay for Brannock?", "No more than 1.4 million euros, stock included.")],
		"Something else. On which weekday may visitors come?",
		"page-handbook",
	),
	then(
		[say("what did the emission scan show?", "One peak at 142 MHz, see Scan emissions on the alpha board.")],
		"who goes to choir in the evening?",
		"note-eleri",
	),
	then(
		[
			say("When is the second salt-spray test due?", "Run the second salt-spray test is due 2027-01-24."),
			say("who runs it?", "Agnieszka Wrona."),
		],
		"How many wardens answered our survey?",
		"signal-warden-survey",
	),
	then(
		[say("Which documents does Kingfisher have?", "Kingfisher in one page, Offer and valuation.")],
		"who speaks Afrikaans here?",
		"person-thandi",
	),
];
