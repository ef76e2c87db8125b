import type { JsonObject } from "../../../model/json.ts";
import type { Steps } from "../../../model/run-steps.ts";
import { listAt, readJsonValuesInSteps, textAt, valueAt } from "../../files/read-json-values.ts";
import { cleanLine, cleanText } from "../../source/clean-text.ts";
import { readMoment } from "../../source/read-moment.ts";
import { parseCsvInSteps } from "../../tables/parse-csv.ts";
import type { ImportedComment } from "../append-comments.ts";

interface LinearPerson {
	readonly name: string;
	readonly email?: string | undefined;
}

/** An issue in one form, whichever way it was exported. */
export interface LinearIssue {
	readonly id: string;
	readonly team: string | undefined;
	readonly title: string;
	readonly description: string;
	readonly status: string | undefined;
	readonly state: "todo" | "in_progress" | "blocked" | "done";
	readonly priority: number | undefined;
	readonly estimate: number | undefined;
	readonly project: string | undefined;
	readonly milestone: string | undefined;
	readonly initiatives: readonly string[];
	readonly cycle: string | undefined;
	readonly labels: readonly string[];
	readonly creator: LinearPerson | undefined;
	readonly assignee: LinearPerson | undefined;
	readonly parent: string | undefined;
	readonly blocks: readonly string[];
	readonly blockedBy: readonly string[];
	readonly related: readonly string[];
	readonly duplicates: readonly string[];
	readonly dueAt: string | undefined;
	readonly createdAt: string | undefined;
	readonly updatedAt: string | undefined;
	readonly comments: readonly LinearComment[];
}

/** Identified by its id: both its issue and a list of comments may contain it. */
export interface LinearComment extends ImportedComment {
	readonly id: string;
}

export interface LinearFile {
	readonly issues: readonly LinearIssue[];
	/** Comments that were queried separately, with the issue they are on. */
	readonly comments: readonly { readonly issue: string; readonly comment: LinearComment }[];
	/** Things that are not imported: columns that hold something, objects of other kinds. */
	readonly unread: readonly string[];
}

const PRIORITIES: Readonly<Record<string, number>> = { urgent: 1, high: 2, medium: 3, normal: 3, low: 4 };
const DAY = "2026-01-01".length;

const readNumber = (text: string | undefined): number | undefined =>
	text !== undefined && text.trim() !== "" && Number.isFinite(Number(text)) ? Number(text) : undefined;
const readList = (text: string | undefined): readonly string[] =>
	(text ?? "")
		.split(",")
		.map(cleanLine)
		.filter((part) => part !== "");

function readPriority(text: string | undefined): number | undefined {
	const known = PRIORITIES[(text ?? "").toLowerCase()] ?? readNumber(text);
	return known !== undefined && Number.isInteger(known) && known >= 1 && known <= 4 ? known : undefined;
}

/** By the type of the state where it is known, else by its name. */
function readState(status: string | undefined, type: string | undefined): LinearIssue["state"] {
	const text = `${type ?? ""} ${status ?? ""}`;
	if (/complete|done|cancel|duplicate|closed/i.test(text)) return "done";
	if (/block/i.test(text)) return "blocked";
	return /\bstarted|progress|review/i.test(text) && !/unstarted/i.test(text) ? "in_progress" : "todo";
}

const COLUMNS = [
	...["ID", "Team", "Title", "Description", "Status", "Priority", "Estimate", "Project", "Project Milestone"],
	...["Initiatives", "Cycle Name", "Cycle Number", "Labels", "Creator", "Assignee", "Parent issue"],
	...["Blocks", "Blocking", "Blocked by", "Related to", "Duplicate of", "Due Date", "Created", "Updated"],
];

/** The table that the workspace settings export. */
export function* readLinearCsv(text: string): Steps<LinearFile> {
	const table = yield* parseCsvInSteps(text);
	if (!table.header.includes("ID") || !table.header.includes("Title"))
		throw new Error("It has no columns ID and Title, as an export of Linear does.");
	const unread = table.header.filter(
		(name, index) =>
			!COLUMNS.includes(name) && table.rows.some((cells) => (cells[index] ?? "").trim() !== ""),
	);
	const issues: LinearIssue[] = [];
	for (const cells of table.rows) {
		yield;
		const cell = (name: string): string | undefined => {
			const value = cleanText(cells[table.header.indexOf(name)] ?? "");
			return value.trim() === "" ? undefined : value;
		};
		const id = cell("ID");
		if (id === undefined) continue;
		const person = (name: string | undefined): LinearPerson | undefined =>
			name ? { name: cleanLine(name) } : undefined;
		const status = cell("Status");
		issues.push({
			id: cleanLine(id),
			team: cell("Team") && cleanLine(cell("Team") ?? ""),
			title: cleanLine(cell("Title") ?? "Untitled") || "Untitled",
			description: cell("Description") ?? "",
			status,
			state: readState(status, undefined),
			priority: readPriority(cell("Priority")),
			estimate: readNumber(cell("Estimate")),
			project: cell("Project") && cleanLine(cell("Project") ?? ""),
			milestone: cell("Project Milestone") && cleanLine(cell("Project Milestone") ?? ""),
			initiatives: readList(cell("Initiatives")),
			cycle: cell("Cycle Name") ?? cell("Cycle Number"),
			labels: readList(cell("Labels")),
			creator: person(cell("Creator")),
			assignee: person(cell("Assignee")),
			parent: cell("Parent issue"),
			blocks: readList(cell("Blocks") ?? cell("Blocking")),
			blockedBy: readList(cell("Blocked by")),
			related: readList(cell("Related to")),
			duplicates: readList(cell("Duplicate of")),
			dueAt: readMoment(cell("Due Date") ?? "")?.slice(0, DAY),
			createdAt: readMoment(cell("Created") ?? ""),
			updatedAt: readMoment(cell("Updated") ?? ""),
			comments: [],
		});
	}
	return { issues, comments: [], unread: unread.map((name) => `the column ${name}`) };
}

/** Answers of the API, saved in any pages. */
export function* readLinearJson(text: string): Steps<LinearFile> {
	const values = yield* readJsonValuesInSteps(text);
	const isIssue = (value: JsonObject): boolean => textAt(value, "identifier") !== undefined;
	const isComment = (value: JsonObject): boolean =>
		typeof value.body === "string" && textAt(value, "issue", "identifier") !== undefined;
	const found: JsonObject[] = [];
	const comments: { issue: string; comment: LinearComment }[] = [];
	const others: JsonObject[] = [];
	for (const value of values) {
		yield;
		if (isIssue(value)) found.push(value);
		else if (!isComment(value)) others.push(value);
		if (isComment(value))
			comments.push({
				issue: cleanLine(textAt(value, "issue", "identifier") ?? ""),
				comment: readComment(value),
			});
	}
	// A project that was queried separately says more than the issues that name it.
	const projects = new Map(others.map((value) => [textAt(value, "name"), value]));
	const readIssue = (issue: JsonObject): LinearIssue => {
		const project = textAt(issue, "project", "name");
		const initiatives = [
			...listAt(issue, "project", "initiatives"),
			...listAt(projects.get(project), "initiatives"),
		].flatMap((entry) => textAt(entry, "name") ?? []);
		const relations = listAt(issue, "relations");
		const inverse = listAt(issue, "inverseRelations");
		const related = (list: readonly JsonObject[], type: string, end: string): readonly string[] =>
			list.flatMap((entry) =>
				textAt(entry, "type") === type ? (textAt(entry, end, "identifier") ?? []) : [],
			);
		const status = textAt(issue, "state", "name");
		return {
			id: cleanLine(textAt(issue, "identifier") ?? ""),
			team: textAt(issue, "team", "name") ?? textAt(issue, "team", "key"),
			title: cleanLine(textAt(issue, "title") ?? "Untitled") || "Untitled",
			description: textAt(issue, "description") ?? "",
			status,
			state: readState(status, textAt(issue, "state", "type")),
			priority: readPriority(textAt(issue, "priority")),
			estimate: readNumber(textAt(issue, "estimate")),
			project,
			milestone: textAt(issue, "projectMilestone", "name"),
			initiatives: project === undefined ? [] : [...new Set(initiatives)],
			cycle: textAt(issue, "cycle", "name") ?? textAt(issue, "cycle", "number"),
			labels: listAt(issue, "labels").flatMap((label) => textAt(label, "name") ?? []),
			creator: readPerson(valueAt(issue, "creator") as JsonObject | undefined),
			assignee: readPerson(valueAt(issue, "assignee") as JsonObject | undefined),
			parent: textAt(issue, "parent", "identifier"),
			blocks: related(relations, "blocks", "relatedIssue"),
			blockedBy: related(inverse, "blocks", "issue"),
			related: related(relations, "related", "relatedIssue"),
			duplicates: related(relations, "duplicate", "relatedIssue"),
			dueAt: readMoment(textAt(issue, "dueDate") ?? "")?.slice(0, DAY),
			createdAt: readMoment(textAt(issue, "createdAt") ?? ""),
			updatedAt: readMoment(textAt(issue, "updatedAt") ?? ""),
			comments: listAt(issue, "comments").map(readComment),
		};
	};
	const issues: LinearIssue[] = [];
	for (const issue of found) {
		yield;
		issues.push(readIssue(issue));
	}
	const named = new Set(issues.flatMap((issue) => issue.project ?? []));
	return {
		issues,
		comments,
		unread: others
			.filter((value) => !named.has(textAt(value, "name") ?? ""))
			.map((value) => textAt(value, "name") ?? Object.keys(value).slice(0, 3).join(" ")),
	};
}

function readComment(comment: JsonObject): LinearComment {
	const by = readPerson(valueAt(comment, "user") as JsonObject | undefined)?.name;
	const bot = textAt(comment, "botActor", "name");
	const at = textAt(comment, "createdAt") ?? "";
	const text = textAt(comment, "body") ?? "";
	return { id: textAt(comment, "id") ?? `${at} ${text}`, by: by ?? bot ?? "somebody", at, text };
}

function readPerson(person: JsonObject | undefined): LinearPerson | undefined {
	const name = textAt(person, "name") ?? textAt(person, "displayName") ?? textAt(person, "email");
	return name === undefined ? undefined : { name: cleanLine(name), email: textAt(person, "email") };
}
