import type { DevelopmentQuestion } from "./development-questions.ts";

const ask = (query: string, ...set: string[]): DevelopmentQuestion => ({ query, set });
const show = (query: string, ...shows: string[]): DevelopmentQuestion => ({ query, set: [], shows });
const then = (asked: string, answer: string, query: string, ...set: string[]): DevelopmentQuestion => ({
	query,
	set,
	turns: [{ query: asked, answer }],
});

const STRAKE = "Replace the garboard strake";
const REWIRE = "Rewire the engine room";
const MAST = "Step the mizzen mast";
const HULL = "Antifoul the hull";
const LAUNCH = "Launch Petrel";
const DRY = "Dry out the planking";

/** Questions with their answers, by title. */
export const BOATYARD_QUESTIONS: readonly DevelopmentQuestion[] = [
	ask("Who owns Petrel?", "Ines Valverde"),
	ask("Which boats does Rupert Quayle own?", "Marigold", "Kittiwake"),
	ask("Whose boat is Old Thunder?", "Harbour Trust"),
	ask("Who is the owner of Kittiwake?", "Rupert Quayle"),
	ask("boats owned by the Harbour Trust", "Old Thunder"),
	ask("Which boats lie at Slip A?", "Petrel", "Old Thunder"),
	ask("What boats are in berth North 4?", "Marigold"),
	ask("Where is Marigold berthed?", "North 4"),
	ask("Which berth does Kittiwake have?", "South 2"),
	ask("Which jobs are underway?", STRAKE),
	ask("which boats are ashore", "Petrel", "Old Thunder"),
	ask("How many boats are afloat?", "Marigold"),
	ask("What jobs are there on Petrel?", STRAKE, HULL, LAUNCH, DRY),
	ask("Who is foreman of the rewiring?", "Cass Omondi"),
	ask("Which jobs is Dov the foreman of?", HULL, "Varnish the brightwork"),
	ask("Who is in the crew that steps the mizzen mast?", "Dov Halloran", "Cass Omondi"),
	ask("which parts does the rewiring of the engine room need?", "Bilge pump", "Navigation lamp"),
	ask("Which jobs use the bilge pump?", REWIRE),
	ask("Who supplies the mast step?", "Tarbet Timber"),
	ask("Which parts come from Oban Electrics?", "Bilge pump", "Navigation lamp"),
	ask("what does Tarbet Timber supply?", "Oak plank", "Mast step"),
	ask("Which parts are missing?", "Mast step"),
	ask("Which parts are ordered?", "Bilge pump", "Navigation lamp"),
	ask("parts in stock", "Oak plank"),
	ask("Who is Dov's mentor?", "Bo Lindgren"),
	ask("Whom does Ada mentor?", "Bo Lindgren", "Cass Omondi"),
	ask("Who trained Dov?", "Ada Fenwick"),
	ask("Which boat was Old Thunder towed by?", "Marigold"),
	ask("What did Marigold tow?", "Old Thunder"),
	ask("Which surveys of Petrel are there?", "Spring survey of Petrel"),
	ask("Who was the surveyor of the insurance survey?", "Bo Lindgren"),
	ask("What did the spring survey lead to?", STRAKE),
	ask("What does launching Petrel depend on?", HULL, STRAKE),
	ask("what is waiting for the garboard strake?", HULL, LAUNCH),
	ask("urgent jobs", STRAKE, MAST),
	ask("Which urgent jobs are waiting?", MAST),
	ask("waiting or quoted jobs", REWIRE, MAST, HULL, LAUNCH),
	ask("Which jobs of Ada are underway?", STRAKE),
	ask("Which of Ada's jobs are quoted?", LAUNCH),
	ask("which jobs are not finished", STRAKE, REWIRE, MAST, HULL, LAUNCH),
	ask("jobs on Petrel that are finished", DRY),
	ask("Which repairs are overdue?", STRAKE),
	ask("Which jobs are due this month?", STRAKE, REWIRE, HULL),
	ask("What is Cass working on?", REWIRE, MAST),
	ask("open jobs on Petrel", STRAKE, HULL, LAUNCH),
	ask("What colour is Petrel?"),
	ask("Why is the rewiring waiting?"),
	show("Compare Petrel and Marigold", "Petrel", "Marigold"),
	show("What is the status of the rewiring?", REWIRE),
	then("Who owns Petrel?", "Ines Valverde.", "and Marigold?", "Rupert Quayle"),
	then(
		"Which boats are ashore?",
		"Petrel and Old Thunder.",
		"who owns them?",
		"Ines Valverde",
		"Harbour Trust",
	),
	then(
		"What jobs are there on Petrel?",
		`${STRAKE}, ${HULL}, ${LAUNCH}, ${DRY}.`,
		"which of them are quoted?",
		HULL,
		LAUNCH,
	),
	then("Who is foreman of Step the mizzen mast?", "Bo Lindgren.", "who is his mentor?", "Ada Fenwick"),
	then("Which parts are missing?", "Mast step.", "who supplies it?", "Tarbet Timber"),
];
