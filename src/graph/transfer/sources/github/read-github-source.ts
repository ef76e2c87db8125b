import { extname } from "node:path";
import { blankCode } from "../../../model/blank-code.ts";
import { InvalidInputError } from "../../../model/errors.ts";
import { addTo } from "../../../model/group-by.ts";
import type { Json, JsonObject } from "../../../model/json.ts";
import { runStepsInTurns, type Steps } from "../../../model/run-steps.ts";
import { withoutUndefined } from "../../../model/without-undefined.ts";
import { listAt, readJsonValuesInSteps, textAt, valueAt } from "../../files/read-json-values.ts";
import { readText } from "../../files/source-file.ts";
import { cleanLine, cleanText } from "../../source/clean-text.ts";
import { type ImportItem, type ImportLink, makeItem, type Survey } from "../../source/import-item.ts";
import { type Loss, listPlaces, lossAt } from "../../source/import-report.ts";
import { readMoment } from "../../source/read-moment.ts";
import { appendComments } from "../append-comments.ts";
import { PERSON_KIND, People } from "../people.ts";
import { placeOf, type SurveyOptions } from "../survey-options.ts";

interface Repository {
	readonly name: string;
	readonly issues: ReadonlyMap<number, JsonObject>;
	readonly milestones: ReadonlyMap<number, JsonObject>;
	readonly comments: ReadonlyMap<number, readonly JsonObject[]>;
}

const LARGEST_FILE = 400_000_000;
/** A text beyond this is refused as too long; to look for references in all of a larger one would only take time. */
const REFERENCES_READ = 5_000_000;

type MutableObject = Record<string, Json | undefined>;
const REPOSITORY = /github[^/]{0,100}\/(?:repos\/)?([\w.-]+\/[\w.-]+?)(?:\/|$)/;

/** Both as the REST API says it and as the command-line client does. */
const first = (object: JsonObject, ...names: readonly string[]): string | undefined =>
	names.map((name) => textAt(object, name)).find((text) => text !== undefined);
const numberOf = (object: JsonObject): number => Number(valueAt(object, "number"));
const isPull = (object: JsonObject): boolean =>
	["pull_request", "merged_at", "mergedAt", "head", "headRefName", "isDraft"].some(
		(name) => name in object,
	) || /\/pull\/\d+/.test(first(object, "html_url", "url") ?? "");
const isMilestone = (object: JsonObject): boolean => "open_issues" in object || "due_on" in object;
const isComment = (object: JsonObject): boolean =>
	typeof object.body === "string" &&
	("issue_url" in object || "pull_request_url" in object) &&
	!("title" in object);
const issueOf = (comment: JsonObject): number =>
	Number(/\/(\d+)$/.exec(first(comment, "issue_url", "pull_request_url") ?? "")?.[1]);

/** Issues, pull requests, milestones and comments of one repository, as files of JSON. */
export async function readGithubSource(options: SurveyOptions): Promise<Survey> {
	const losses: Loss[] = [...options.files.losses];
	const objects = await readObjects(options, losses);
	return runStepsInTurns(surveyObjects(objects, losses, options), options.signal);
}

function* surveyObjects(
	objects: readonly JsonObject[],
	losses: Loss[],
	options: SurveyOptions,
): Steps<Survey> {
	const repository = yield* gather(objects, losses);
	const people = new People();
	const project = options.projectId === undefined ? `repository ${repository.name}` : undefined;
	const place = placeOf(options);
	const milestones: ImportItem[] = [];
	for (const [number, milestone] of repository.milestones) {
		yield;
		milestones.push(
			makeItem({
				externalId: `milestone ${number}`,
				...(project !== undefined && { project }),
				entity: { ...place, kind: "milestone", ...describeMilestone(milestone) },
			}),
		);
	}
	const issues: ImportItem[] = [];
	for (const [number, issue] of repository.issues) {
		yield;
		issues.push(
			makeItem({
				externalId: `#${number}`,
				...(project !== undefined && { project }),
				links: listLinks({ number, issue, repository, people }),
				entity: { ...place, ...describeIssue(issue, repository.comments.get(number) ?? []) },
			}),
		);
	}
	const projects: ImportItem[] =
		project === undefined
			? []
			: [
					makeItem({
						externalId: project,
						entity: { kind: "project", title: repository.name.split("/")[1] ?? repository.name },
					}),
				];
	return {
		source: `github:${repository.name}`,
		kinds: [PERSON_KIND],
		fields: [],
		items: [...projects, ...people.items, ...milestones, ...issues],
		losses,
	};
}

async function readObjects({ files, signal }: SurveyOptions, losses: Loss[]): Promise<readonly JsonObject[]> {
	const objects: JsonObject[] = [];
	const unread: string[] = [];
	for (const file of files.files) {
		signal?.throwIfAborted();
		if (![".json", ".jsonl", ".ndjson"].includes(extname(file.path).toLowerCase())) {
			unread.push(file.path);
			continue;
		}
		try {
			const text = await readText(file, LARGEST_FILE);
			const found = await runStepsInTurns(readJsonValuesInSteps(text), signal);
			for (const object of found) objects.push(object);
		} catch (error) {
			losses.push({ what: "a file", where: file.path, why: (error as Error).message });
		}
	}
	losses.push(...lossAt(unread, "file", "Only files of JSON are read."));
	return objects;
}

/** Adds a form of a thing to what is known of it. A copy for each form would take the square of their number. */
function addForm(
	known: MutableObject | undefined,
	form: JsonObject,
	{ onlyNew = false } = {},
): MutableObject {
	if (known === undefined) return { ...form };
	for (const [name, value] of Object.entries(form)) {
		if (name !== "__proto__" && !(onlyNew && Object.hasOwn(known, name))) known[name] = value;
	}
	return known;
}

function* gather(objects: readonly JsonObject[], losses: Loss[]): Steps<Repository> {
	const issues = new Map<number, MutableObject>();
	const milestones = new Map<number, MutableObject>();
	const comments = new Map<number, JsonObject[]>();
	const others: string[] = [];
	const names = new Map<string, number>();
	for (const object of objects) {
		yield;
		const name = REPOSITORY.exec(first(object, "repository_url", "html_url", "url", "issue_url") ?? "")?.[1];
		if (name !== undefined) names.set(name, (names.get(name) ?? 0) + 1);
		if (isComment(object) && issueOf(object) > 0) {
			addTo(comments, issueOf(object), object);
		} else if (numberOf(object) > 0 && textAt(object, "title") !== undefined) {
			// The list of issues holds pull requests in short form; the longer form says more.
			const target = isMilestone(object) ? milestones : issues;
			target.set(numberOf(object), addForm(target.get(numberOf(object)), object));
			const milestone = valueAt(object, "milestone");
			if (milestone !== null && typeof milestone === "object" && numberOf(milestone as JsonObject) > 0) {
				const number = numberOf(milestone as JsonObject);
				milestones.set(number, addForm(milestones.get(number), milestone as JsonObject, { onlyNew: true }));
			}
		} else if (!("color" in object)) others.push(Object.keys(object).slice(0, 3).join(" "));
	}
	if (issues.size === 0 && milestones.size === 0) {
		const [first] = losses.map(({ where, why }) => ` ${where}: ${why}`);
		throw new InvalidInputError(
			`There are no issues here.${first ?? ""} Save them with: gh api --paginate repos/OWNER/NAME/issues?state=all > issues.json`,
			{ field: "path" },
			"github_empty",
		);
	}
	losses.push(...lossAt(others, "object", "They are no issues, pull requests, milestones or comments."));
	const [name = "repository"] = [...names].sort(([, a], [, b]) => b - a).map(([found]) => found);
	if (names.size > 1)
		losses.push({
			what: "other repositories",
			where: listPlaces([...names.keys()]),
			why: `All counts as ${name}.`,
		});
	return { name, issues, milestones, comments };
}

const titleOf = (object: JsonObject): string => cleanLine(textAt(object, "title") ?? "") || "Untitled";

const momentsOf = (object: JsonObject) =>
	withoutUndefined({
		created_at: readMoment(first(object, "created_at", "createdAt") ?? ""),
		updated_at: readMoment(first(object, "updated_at", "updatedAt") ?? ""),
	});

function describeMilestone(milestone: JsonObject) {
	const due = readMoment(first(milestone, "due_on", "dueOn") ?? "");
	return {
		title: titleOf(milestone),
		body: textAt(milestone, "description") ?? "",
		state_key: /closed/i.test(textAt(milestone, "state") ?? "") ? "completed" : "pending",
		props: {
			due_at: due?.slice(0, "2026-01-01".length) ?? null,
			url: first(milestone, "html_url", "url") ?? null,
		},
		...momentsOf(milestone),
	};
}

function describeIssue(issue: JsonObject, comments: readonly JsonObject[]) {
	const inline = listAt(issue, "comments");
	const conversation = (inline.length > 0 ? inline : comments).map((comment) => ({
		by: textAt(comment, "user", "login") ?? textAt(comment, "author", "login") ?? "somebody",
		at: first(comment, "created_at", "createdAt") ?? "",
		text: textAt(comment, "body") ?? "",
	}));
	const closed = /closed|merged/i.test(textAt(issue, "state") ?? "");
	const pull = isPull(issue);
	const merged = pull && (valueAt(issue, "merged") === true || mergedAt(issue) !== undefined);
	const labels = listAt(issue, "labels").flatMap((label) => textAt(label, "name") ?? []);
	return {
		kind: pull ? "output" : "task",
		title: titleOf(issue),
		body: cleanText(appendComments(textAt(issue, "body") ?? "", conversation)),
		state_key: pull ? statePull(issue, closed, merged) : closed ? "done" : "todo",
		props: {
			number: numberOf(issue),
			url: first(issue, "html_url", "url") ?? null,
			labels: labels.length > 0 ? labels : null,
			...(!pull && { assignees: assigneesOf(issue).length > 0 ? assigneesOf(issue) : null }),
			...(pull && closed && !merged && { closed_without_merge: true }),
		},
		...momentsOf(issue),
	};
}

const mergedAt = (issue: JsonObject): string | undefined =>
	first(issue, "merged_at", "mergedAt") ?? textAt(issue, "pull_request", "merged_at");

function statePull(issue: JsonObject, closed: boolean, merged: boolean): string {
	if (merged) return "published";
	if (closed || valueAt(issue, "draft") === true || valueAt(issue, "isDraft") === true) return "draft";
	return "review";
}

const assigneesOf = (issue: JsonObject): readonly string[] => [
	...new Set(
		[
			...listAt(issue, "assignees").map((person) => textAt(person, "login")),
			textAt(issue, "assignee", "login"),
		].flatMap((login) => login ?? []),
	),
];

function listLinks(input: {
	readonly number: number;
	readonly issue: JsonObject;
	readonly repository: Repository;
	readonly people: People;
}): readonly ImportLink[] {
	const { number, issue, repository, people } = input;
	const author = textAt(issue, "user", "login") ?? textAt(issue, "author", "login");
	const milestone = valueAt(issue, "milestone", "number");
	const texts = [issue, ...listAt(issue, "comments"), ...(repository.comments.get(number) ?? [])].map(
		(object) => textAt(object, "body") ?? "",
	);
	const references = scanReferences(texts.join("\n\n").slice(0, REFERENCES_READ), repository.name).filter(
		(reference) => reference.number !== number && repository.issues.has(reference.number),
	);
	return [
		...(author === undefined ? [] : [{ rel: "authored_by", to: people.add(author, { login: author }) }]),
		...assigneesOf(issue).map((login) => ({ rel: "assigned_to", to: people.add(login, { login }) })),
		...(typeof milestone === "number"
			? [{ rel: isPull(issue) ? "relates_to" : "targets_milestone", to: `milestone ${milestone}` }]
			: []),
		...references.map((reference) =>
			toLink(reference, isPull(issue), isPull(repository.issues.get(reference.number) ?? {})),
		),
	];
}

/** A pull request that closes an issue is what the issue produced; what a relation cannot join is a mention. */
function toLink({ number, means }: IssueReference, fromPull: boolean, toPull: boolean): ImportLink {
	const to = `#${number}`;
	if (means === "closes" && fromPull && !toPull) return { rel: "produced_by", to, text: "closes" };
	if (means === "depends_on" && !fromPull) return { rel: "depends_on", to };
	if (means === "blocks" && !fromPull) return { rel: "blocks", to };
	if (means === "blocked_by" && !toPull) return { rel: "blocked_by", to };
	if (means === "duplicates") return { rel: "relates_to", to, text: "duplicate" };
	return { rel: "mentions", to, ...(means !== "mentions" && { text: means.replace("_", " ") }) };
}

interface IssueReference {
	readonly number: number;
	readonly means: "closes" | "blocks" | "blocked_by" | "depends_on" | "duplicates" | "mentions";
}

const REFERENCE =
	/(?:\b(clos(?:e|es|ed)|fix(?:es|ed)?|resolv(?:e|es|ed)|blocks|blocked by|depends on|duplicate of|duplicates)\b:?\s+)?(?:(?<![\w/&])#(\d{1,9})\b|https:\/\/github\.com\/([\w.-]+\/[\w.-]+)\/(?:issues|pull)\/(\d{1,9})\b)/gi;
const MEANINGS: readonly (readonly [RegExp, IssueReference["means"]])[] = [
	[/^(?:clos|fix|resolv)/i, "closes"],
	[/^blocks/i, "blocks"],
	[/^blocked/i, "blocked_by"],
	[/^depends/i, "depends_on"],
	[/^duplicate/i, "duplicates"],
];

/** The issues of its own repository that a text refers to, and in what sense. A plain mention counts if it says nothing more. */
export function scanReferences(text: string, repository: string): readonly IssueReference[] {
	if (!text.includes("#") && !text.includes("github.com")) return [];
	const found = new Map<string, IssueReference>();
	const explained = new Set<number>();
	for (const [, word = "", short, elsewhere, long] of blankCode(text).matchAll(REFERENCE)) {
		if (elsewhere !== undefined && elsewhere.toLowerCase() !== repository.toLowerCase()) continue;
		const number = Number(short ?? long);
		const means = MEANINGS.find(([pattern]) => pattern.test(word))?.[1] ?? "mentions";
		found.set(`${number} ${means}`, { number, means });
		if (means !== "mentions") explained.add(number);
	}
	return [...found.values()].filter(({ number, means }) => means !== "mentions" || !explained.has(number));
}
