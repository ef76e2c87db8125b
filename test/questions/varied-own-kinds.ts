import type { DevelopmentQuestion } from "./development-questions.ts";

type Turn = readonly [query: string, answer: string];

const ask = (query: string, ...set: string[]): DevelopmentQuestion => ({ query, set });
const show = (query: string, ...shows: string[]): DevelopmentQuestion => ({ query, set: [], shows });
const then = (turns: readonly Turn[], query: string, ...set: string[]): DevelopmentQuestion => ({
	query,
	set,
	turns: turns.map(([asked, answer]) => ({ query: asked, answer })),
});

const STRAKE = "Replace the garboard strake";
const REWIRE = "Rewire the engine room";
const MAST = "Step the mizzen mast";
const HULL = "Antifoul the hull";
const LAUNCH = "Launch Petrel";
const DRY = "Dry out the planking";
const VARNISH = "Varnish the brightwork";

export const VARIED_BOATYARD: readonly DevelopmentQuestion[] = [
	ask("Petrel's owner", "Ines Valverde"),
	ask("Which customer does Kittiwake belong to?", "Rupert Quayle"),
	ask("what boats has Rupert Quayle got", "Marigold", "Kittiwake"),
	ask("the boats of Ines Valverde", "Petrel"),
	ask("Jobs where Ada is the foreman", STRAKE, LAUNCH, DRY),
	ask("Who's the supplier of the oak plank?", "Tarbet Timber"),
	ask("Where does the bilge pump come from?", "Oban Electrics"),
	ask("which jobs need the mast step", MAST),
	ask("What parts are required for stepping the mizzen mast?", "Mast step"),
	ask("Who's in the crew of the rewiring job?", "Bo Lindgren"),
	ask("crew for the mizzen mast", "Dov Halloran", "Cass Omondi"),
	ask("Which jobs is Cass in the crew of?", MAST),
	ask("Cass's mentor", "Ada Fenwick"),
	ask("Who is mentored by Ada?", "Bo Lindgren", "Cass Omondi"),
	ask("Whom did Ada train?", "Dov Halloran"),
	ask("Which boat towed Old Thunder?", "Marigold"),
	ask("What is the launch of Petrel waiting for?", HULL, STRAKE),
	ask("What depends on antifouling the hull?", LAUNCH),
	ask("Which survey led to replacing the garboard strake?", "Spring survey of Petrel"),
	ask("surveys by Bo", "Insurance survey of Marigold"),
	ask("Who surveyed Petrel?", "Ada Fenwick"),
	ask("unfinished repairs", STRAKE, REWIRE, MAST, HULL, LAUNCH),
	ask("Which jobs are due in December?", MAST, LAUNCH),
	ask("which repair is due next?", REWIRE),
	ask("Anything overdue?", STRAKE),
	ask("urgent repairs that are underway", STRAKE),
	ask("jobs of low urgency that are not yet finished", HULL),
	ask("jobs without a crew", HULL, VARNISH, LAUNCH, DRY),
	ask("Who owns the boats at Slip A?", "Ines Valverde", "Harbour Trust"),
	ask("Who supplies the parts for the rewiring?", "Oban Electrics"),
	ask("Which berths are the boats of Rupert Quayle in?", "North 4", "South 2"),
	ask("How many parts come from Tarbet Timber?", "Oak plank", "Mast step"),
	ask("parts that are not in stock", "Bilge pump", "Mast step", "Navigation lamp"),
	ask("Which worker is a rigger?", "Bo Lindgren"),
	show("When is the rewiring due?", REWIRE),
	show("When will Petrel be launched?", LAUNCH),
	ask("latest survey", "Insurance survey of Marigold"),
	ask("who owns Marigould?", "Rupert Quayle"),
	show("Is Marigold afloat?", "Marigold"),
	ask("Which boat is the garboard strake job for?", "Petrel"),
	then(
		[["What jobs are there on Petrel?", `${STRAKE}, ${HULL}, ${LAUNCH}, ${DRY}.`]],
		"who's the foreman of the first one?",
		"Ada Fenwick",
	),
	then(
		[["Which parts are ordered?", "Bilge pump and Navigation lamp."]],
		"and where do they come from?",
		"Oban Electrics",
	),
	then(
		[["Who is the foreman of Rewire the engine room?", "Cass Omondi."]],
		"And of Step the mizzen mast?",
		"Bo Lindgren",
	),
	then([["Which boats are ashore?", "Petrel and Old Thunder."]], "and afloat?", "Marigold"),
	then(
		[["What does launching Petrel depend on?", `${HULL}, ${STRAKE}.`]],
		"which of these is underway?",
		STRAKE,
	),
	then(
		[
			["Which parts are missing?", "Mast step."],
			["Which job needs it?", `${MAST}.`],
		],
		"who is the foreman?",
		"Bo Lindgren",
	),
];

const CHASE = "Boat chase";
const DINNER = "Dinner at the mill";
const TELEGRAM = "The telegram";
const ROOF = "Farewell on the roof";
const TITLES = "Opening titles";
const CANAL_PERMIT = "Canal filming permit";

export const VARIED_FILM: readonly DevelopmentQuestion[] = [
	ask("Who directs the boat chase?", "Greta Nilsson"),
	ask("Which scenes does Tomas direct?", TELEGRAM, TITLES),
	ask("the director of The telegram", "Tomas Abara"),
	ask("Who is in the cast of Dinner at the mill?", "Lena Hartwig", "Marcus Oyo", "Sofia Brandt"),
	ask("Which actors are in the boat chase?", "Lena Hartwig", "Jun Park"),
	ask("Which scenes is Sofia Brandt in?", DINNER, ROOF),
	ask("scenes with Marcus Oyo", DINNER, TELEGRAM),
	ask("Where is the boat chase filmed?", "Canal basin"),
	ask("What's the location of The telegram?", "Studio B"),
	ask("Which scenes are shot in Studio B?", TELEGRAM, TITLES),
	ask("Which props do we need for the telegram?", "Brass telescope", "Forged letter"),
	ask("Which scenes use the forged letter?", DINNER, TELEGRAM),
	ask("Who makes the brass telescope?", "Yuki Sato"),
	ask("props made by Yuki", "Brass telescope", "Forged letter"),
	ask("Which props are broken?", "Stunt bicycle"),
	ask("props still to make", "Forged letter"),
	ask("Who manages the Old Mill?", "Olu Danjuma"),
	ask("Olu's locations", "Old Mill", "Canal basin", "Bank rooftop"),
	ask("Who's the location manager of Studio B?", "Tomas Abara"),
	ask("booked locations", "Old Mill", "Studio B"),
	ask("Which locations have not been booked?", "Canal basin", "Bank rooftop"),
	ask("Which performers does Starling Talent represent?", "Lena Hartwig", "Marcus Oyo"),
	ask("Who represents Sofia Brandt?", "Black Door"),
	ask("Lena's agency", "Starling Talent"),
	ask("performers without an agency", "Jun Park"),
	ask("What blocks the boat chase?", CANAL_PERMIT, DINNER),
	ask("What are the opening titles waiting for?", CHASE, CANAL_PERMIT, DINNER),
	ask("What does the canal permit hold up?", CHASE, TITLES),
	ask("What depends on the dinner at the mill?", CHASE, TITLES),
	ask("Which scene does the boat chase replace?", "Night market"),
	ask("What was the night market replaced by?", CHASE),
	ask("Who doubles for Marcus Oyo?", "Jun Park"),
	ask("Whom does Jun Park double for?", "Marcus Oyo"),
	ask("Who coaches Sofia?", "Greta Nilsson"),
	ask("Who was coached by Greta?", "Sofia Brandt"),
	ask("What was the forged letter copied from?", "Harbour map"),
	ask("Who appealed the drone flight?", "Wren Calloway"),
	ask("Which permits are granted?", "Mill road closure"),
	ask("permissions that were refused", "Drone flight"),
	ask("Which permits do we have for the canal basin?", CANAL_PERMIT, "Drone flight"),
	ask("Who applied for the canal filming permit?", "Olu Danjuma"),
	ask("Who is the applicant of the drone flight?", "Tomas Abara"),
	ask("effects shots of the boat chase", "Fog over the canal"),
	ask(
		"Which effects shots is Pia the artist of?",
		"Fog over the canal",
		"Mill wheel extension",
		"Sky replacement",
	),
	ask("Which effects shots are in work?", "Mill wheel extension", "Title lettering"),
	ask("effects shots that are not approved", "Fog over the canal", "Mill wheel extension", "Title lettering"),
	ask("Which effects shots are overdue?", "Title lettering"),
	ask("What is overdue?", TELEGRAM, "Title lettering"),
	ask("Which scenes are due next week?", DINNER),
	ask("scenes we haven't shot yet", CHASE, DINNER, TELEGRAM, TITLES),
	ask("planned scenes at Studio B", TELEGRAM, TITLES),
	ask("How many scenes has Greta directed?", CHASE, DINNER, ROOF),
	ask("Who does Tomas report to?", "Greta Nilsson"),
	ask("Who is Yuki's boss?", "Wren Calloway"),
	ask("Whose boss is Greta?", "Tomas Abara", "Pia Marchand"),
	ask("Who is in the camera department?", "Tomas Abara"),
	ask("Who represents the performers in Dinner at the mill?", "Starling Talent", "Black Door"),
	ask("Who manages the location of the boat chase?", "Olu Danjuma"),
	ask("scenes without a director", "Night market"),
	show("When do we shoot the boat chase?", CHASE),
	show("What's the state of the fog over the canal?", "Fog over the canal"),
	ask("Which scene comes next?", DINNER),
	ask("who directs the opning titles", "Tomas Abara"),
	ask("Could you please list the cast of the rooftop farewell?", "Lena Hartwig", "Sofia Brandt"),
	then([["Who directs The telegram?", "Tomas Abara."]], "and the boat chase?", "Greta Nilsson"),
	then(
		[["Which scenes are planned?", "Boat chase, The telegram, Opening titles."]],
		"who directs them?",
		"Greta Nilsson",
		"Tomas Abara",
	),
	then(
		[["Which scenes use the forged letter?", "Dinner at the mill and The telegram."]],
		"which of them are rehearsed?",
		DINNER,
	),
	then(
		[["What blocks the boat chase?", "Canal filming permit, Dinner at the mill."]],
		"who applied for the first?",
		"Olu Danjuma",
	),
	then([["Who doubles for Marcus Oyo?", "Jun Park."]], "which scenes is he in?", CHASE),
	then(
		[
			["Which props are broken?", "Stunt bicycle."],
			["Which scene needs it?", "Boat chase."],
		],
		"where is it filmed?",
		"Canal basin",
	),
	then([["Which permits are refused?", "Drone flight."]], "and granted?", "Mill road closure"),
	then([["Who is in the cast of The telegram?", "Marcus Oyo."]], "who represents him?", "Starling Talent"),
];
