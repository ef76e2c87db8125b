import type { EntityHeader } from "../../graph/model/entity.ts";
import type { GraphView } from "../../graph/search/view/graph-view.ts";
import { analyseText } from "../../graph/search/words/analyse-text.ts";
import { remember } from "../model/remember.ts";
import { DAY_WORDS } from "./read-day-range.ts";
import { RULE_WORDS } from "./read-intent.ts";

const WORD = /[\p{L}\p{N}]+/gu;
const SHORTEST_NAME = 4;
/** The most titles read to find out whether a word is an ordinary one. */
const MOST_TITLES = 40;

const isCapitalised = (word: string): boolean => /^\p{Lu}/u.test(word);

/** Returns the words of a title that can represent it: capitalised ones of some length. */
const namesIn = (title: string): string[] =>
	[...title.matchAll(WORD)]
		.map(([word]) => word)
		.filter((word) => word.length >= SHORTEST_NAME && isCapitalised(word));

/** A project with its possible names, folded, and the words of its title that no other project has. */
interface NamedProject {
	readonly node: EntityHeader;
	readonly names: readonly string[];
	readonly ownWords: readonly string[];
}

/** A view never changes, and every question asks for its projects: walking all nodes each time takes longer than the rest. */
const listProjects = remember((graph: GraphView): readonly NamedProject[] => {
	const nodes = [...graph.nodes()].filter((node) => node.project_id === node.id && node.archived_at === null);
	const owners = new Map<string, number>();
	for (const { title } of nodes) {
		for (const name of new Set(namesIn(title))) owners.set(name, (owners.get(name) ?? 0) + 1);
	}
	return nodes.map((node) => ({
		node,
		names: [node.title, ...node.aliases].map((name) => name.toLowerCase()),
		ownWords: namesIn(node.title).filter((name) => owners.get(name) === 1),
	}));
});

/** Whether a title has a word in small letters: a name is written with a capital wherever it is used. */
const isPlain = (graph: GraphView, name: string): boolean =>
	graph
		.called(analyseText(name, graph.language), MOST_TITLES)
		.some(({ title }) => [...title.matchAll(WORD)].some(([word]) => word === name));

/** Words behind which a question says where to look. An article behind them makes an ordinary noun: "on the website". */
const PLACES: ReadonlySet<string> = new Set(
	"in for on of at within inside across from about to with".split(" "),
);
const OWNS = /^['’]s\b/;
const GOES_ON = /^\s+(?=[\p{L}\p{N}])/u;

/**
 * Whether a question in small letters calls a project by its short name: "overdue in heron", "heron's risks". A noun behind the
 * word makes it a part of something else: "the cost of heron feathers".
 */
function isCalled(question: string, { node, ownWords }: NamedProject, graph: GraphView): boolean {
	const shortName = ownWords[0]?.toLowerCase();
	if (shortName === undefined || !question.includes(shortName)) return false;
	const words = [...question.matchAll(WORD)];
	const isSaid = words.some(({ 0: word, index }, place) => {
		if (word !== shortName) return false;
		const behind = question.slice(index + word.length);
		if (OWNS.test(behind)) return true;
		if (!PLACES.has(words[place - 1]?.[0].toLowerCase() ?? "")) return false;
		const next = GOES_ON.test(behind) ? words[place + 1]?.[0].toLowerCase() : undefined;
		if (next === undefined || graph.language.stopWords.has(next)) return true;
		const rest = behind.trimStart();
		return (
			[...node.title.toLowerCase().matchAll(WORD)].some(([own]) => own === next) ||
			[...DAY_WORDS, ...RULE_WORDS].some((pattern) => rest.search(pattern) === 0)
		);
	});
	return isSaid && !isPlain(graph, shortName);
}

/**
 * Returns the one project that a question names: by its title, by a capitalised word that only this project's title
 * has, or by the first of these words in lower case where the question says where to look. If two projects fit, it
 * returns none, since the narrower answer might be the wrong one.
 */
export function findNamedProject(graph: GraphView, question: string): EntityHeader | undefined {
	const projects = listProjects(graph);
	const folded = question.toLowerCase();
	const asked = new Set([...question.matchAll(WORD)].map(([word]) => word).filter(isCapitalised));
	const named = projects.filter(
		(project) =>
			project.names.some((name) => folded.includes(name)) ||
			project.ownWords.some((name) => asked.has(name)) ||
			isCalled(question, project, graph),
	);
	if (named.length > 0) return named.length === 1 ? named[0]?.node : undefined;
	return findDescribed(
		projects.map(({ node }) => node),
		question,
	);
}

/** "The flood warning project": words before the noun that only one title holds. */
function findDescribed(projects: readonly EntityHeader[], question: string): EntityHeader | undefined {
	const described =
		/(?<![\p{L}\p{N}-])((?:[\p{L}\p{N}-]+ ){1,3})project\b/iu
			.exec(question)?.[1]
			?.toLowerCase()
			.trim()
			.split(" ") ?? [];
	const words = described.slice(described.lastIndexOf("the") + 1);
	if (words.length === 0) return undefined;
	const fits = projects.filter(({ title }) => {
		const held = new Set([...title.toLowerCase().matchAll(WORD)].map(([word]) => word));
		return words.every((word) => held.has(word));
	});
	return fits.length === 1 ? fits[0] : undefined;
}
