import { extname } from "node:path";
import { InvalidInputError } from "../../../model/errors.ts";
import { addTo } from "../../../model/group-by.ts";
import { runStepsInTurns } from "../../../model/run-steps.ts";
import { withoutUndefined } from "../../../model/without-undefined.ts";
import { WorkLimit } from "../../../model/work-limit.ts";
import { readText } from "../../files/source-file.ts";
import { type ImportItem, type ImportLink, makeItem, type Survey } from "../../source/import-item.ts";
import { type Loss, lossAt } from "../../source/import-report.ts";
import { appendComments } from "../append-comments.ts";
import { PERSON_KIND, People } from "../people.ts";
import { type Place, placeOf, type SurveyOptions } from "../survey-options.ts";
import { type LinearComment, type LinearIssue, readLinearCsv, readLinearJson } from "./read-linear.ts";

const LARGEST_FILE = 400_000_000;

/** Issues as Linear exports them (CSV) or its API answers (JSON), with their projects, milestones and initiatives. */
export async function readLinearSource(options: SurveyOptions): Promise<Survey> {
	const { files, signal } = options;
	const losses: Loss[] = [...files.losses];
	const issues = new Map<string, LinearIssue>();
	const comments = new Map<string, LinearComment[]>();
	const unread = new Set<string>();
	for (const file of files.files) {
		signal?.throwIfAborted();
		const extension = extname(file.path).toLowerCase();
		if (![".csv", ".json", ".jsonl"].includes(extension)) {
			unread.add(file.path);
			continue;
		}
		try {
			const text = await readText(file, LARGEST_FILE);
			const steps = extension === ".csv" ? readLinearCsv(text) : readLinearJson(text);
			const found = await runStepsInTurns(steps, signal);
			for (const issue of found.issues) issues.set(issue.id, issue);
			for (const { issue, comment } of found.comments) addTo(comments, issue, comment);
			for (const what of found.unread) unread.add(what);
		} catch (error) {
			losses.push({ what: "a file", where: file.path, why: (error as Error).message });
		}
	}
	if (issues.size === 0) {
		const [first] = losses.map(({ where, why }) => ` ${where}: ${why}`);
		throw new InvalidInputError(
			`There are no Linear issues here.${first ?? ""} Export them as CSV in the workspace settings, or save an answer of the API.`,
			{ field: "path" },
			"linear_empty",
		);
	}
	const plan = new LinearItems(options);
	const turns = new WorkLimit(Number.POSITIVE_INFINITY);
	for (const issue of issues.values()) {
		await turns.spend(1);
		const said = [...issue.comments, ...(comments.get(issue.id) ?? [])];
		const distinct = new Map(said.map((comment) => [comment.id, comment]));
		plan.add({ ...issue, description: appendComments(issue.description, [...distinct.values()]) });
	}
	const homeless = [...comments.keys()].filter((id) => !issues.has(id));
	losses.push(
		...lossAt(
			[...unread],
			"part",
			"Linear's importer reads issues, comments and projects; this is none of them.",
		),
		...lossAt(homeless, "issue", "There are comments on it, and it is not here. Save it as well."),
	);
	return { source: "linear", kinds: [PERSON_KIND], fields: [], items: plan.items, losses };
}

/** Teams become projects, projects plans, initiatives goals: relations between the projects of a team so stay within one. */
class LinearItems {
	readonly #people = new People();
	readonly #groups = new Map<string, ImportItem>();
	readonly #tasks: ImportItem[] = [];
	readonly #place: Place;
	readonly #hasProject: boolean;

	constructor(options: SurveyOptions) {
		this.#hasProject = options.projectId !== undefined;
		this.#place = placeOf(options);
	}

	get items(): readonly ImportItem[] {
		const groups = [...this.#groups.values()];
		const isProject = (item: ImportItem): boolean => item.kind === "project";
		return [
			...groups.filter(isProject),
			...this.#people.items,
			...groups.filter((item) => !isProject(item)),
			...this.#tasks,
		];
	}

	add(issue: LinearIssue): void {
		const team = this.#hasProject
			? undefined
			: this.#group("project", "team", issue.team ?? "Linear", undefined);
		const goals = issue.initiatives.map((name) => this.#group("goal", "initiative", name, team));
		const plan = issue.project && this.#group("plan", "project", issue.project, team);
		const milestone = issue.milestone && this.#group("milestone", "milestone", issue.milestone, team);
		const links: ImportLink[] = [
			...(plan ? [{ rel: "belongs_to_plan", to: plan }] : []),
			...(milestone ? [{ rel: "targets_milestone", to: milestone }] : []),
			...goals.map((to) => ({ rel: "supports_goal", to })),
			...(issue.parent ? [{ rel: "has_task", to: issue.parent, inverse: true as const }] : []),
			...issue.blocks.map((to) => ({ rel: "blocks", to })),
			...issue.blockedBy.map((to) => ({ rel: "blocked_by", to })),
			...issue.related.map((to) => ({ rel: "relates_to", to })),
			...issue.duplicates.map((to) => ({ rel: "relates_to", to, text: "duplicate" })),
			...(issue.creator
				? [{ rel: "authored_by", to: this.#people.add(issue.creator.name, issue.creator) }]
				: []),
			...(issue.assignee
				? [{ rel: "assigned_to", to: this.#people.add(issue.assignee.name, issue.assignee) }]
				: []),
		];
		this.#tasks.push(
			makeItem({
				externalId: issue.id,
				...(team !== undefined && { project: team }),
				links,
				entity: {
					...this.#place,
					kind: "task",
					title: issue.title,
					aliases: [issue.id],
					body: issue.description,
					state_key: issue.state,
					props: {
						status: issue.status ?? null,
						priority: issue.priority ?? null,
						due_at: issue.dueAt ?? null,
						labels: issue.labels.length > 0 ? issue.labels : null,
						estimate: issue.estimate ?? null,
						cycle: issue.cycle ?? null,
						assignees: issue.assignee ? [issue.assignee.name] : null,
					},
					...withoutUndefined({ created_at: issue.createdAt, updated_at: issue.updatedAt }),
				},
			}),
		);
	}

	#group(kind: string, what: string, title: string, project: string | undefined): string {
		const externalId = `${what} ${title.toLowerCase()}`.slice(0, 500);
		if (!this.#groups.has(externalId)) {
			const entity = { ...(kind === "project" ? {} : this.#place), kind, title };
			this.#groups.set(
				externalId,
				makeItem({ externalId, entity, ...(project !== undefined && { project }) }),
			);
		}
		return externalId;
	}
}
