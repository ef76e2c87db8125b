import { InvalidInputError } from "../errors.ts";
import type { Field } from "../field.ts";
import { type Kind, wordsOf } from "../kind.ts";
import { database } from "./database.ts";
import { decision } from "./decision.ts";
import { document } from "./document.ts";
import { goal } from "./goal.ts";
import { insight } from "./insight.ts";
import { milestone } from "./milestone.ts";
import { note } from "./note.ts";
import { output } from "./output.ts";
import { page } from "./page.ts";
import { plan } from "./plan.ts";
import { project } from "./project.ts";
import { requirement } from "./requirement.ts";
import { risk } from "./risk.ts";
import { signal } from "./signal.ts";
import { task } from "./task.ts";

/** Adding a kind is one file in `kinds/` and one word here; nothing else asks which kinds there are. */
export const BUILT_IN_KINDS: readonly Kind[] = [
	project,
	goal,
	plan,
	task,
	milestone,
	risk,
	decision,
	requirement,
	document,
	output,
	signal,
	insight,
	note,
	page,
	database,
];

/** The everyday words for the built-in kinds, in small letters: questions are searched for these words. */
export const BUILT_IN_WORDS: ReadonlySet<string> = new Set(BUILT_IN_KINDS.flatMap(wordsOf));

interface Placed {
	readonly kind: string;
	readonly project_id: string | null;
}

/** The kinds of one workspace: the built-in ones and those its people made. */
export class KindRegistry {
	readonly #kinds: ReadonlyMap<string, Kind>;
	readonly #own: ReadonlySet<string>;

	constructor(ownKinds: readonly Kind[] = []) {
		this.#kinds = new Map([...BUILT_IN_KINDS, ...ownKinds].map((kind) => [kind.kind, kind]));
		this.#own = new Set(ownKinds.map((kind) => kind.kind));
	}

	get all(): readonly Kind[] {
		return [...this.#kinds.values()];
	}

	/** An edge between two projects would reveal one team's work to the other; what belongs to the workspace may be joined. */
	mayJoin(source: Placed, target: Placed): boolean {
		if (source.project_id === null || target.project_id === null) return true;
		if (source.project_id === target.project_id) return true;
		return [source, target].some((end) => this.find(end.kind)?.scope === "workspace");
	}

	/** Whether an entity of this kind can be the target of a reference field. */
	fitsField(field: Field, kind: string): boolean {
		if (field.type === "note_ref") return this.find(kind)?.writesProse === true;
		return (field.type === "entity_ref" || field.type === "entity_ref_list") && field.kind === kind;
	}

	/** The built-in kinds, and of the workspace's own only these. */
	keepOnly(isKept: (kind: string) => boolean): KindRegistry {
		return new KindRegistry(this.all.filter(({ kind }) => this.isOwn(kind) && isKept(kind)));
	}

	isOwn = (kind: string): boolean => this.#own.has(kind);

	find(kind: string): Kind | undefined {
		return this.#kinds.get(kind);
	}

	get(kind: string): Kind {
		const found = this.#kinds.get(kind);
		if (found) return found;
		const known = [...this.#kinds.keys()].join(", ");
		throw new InvalidInputError(
			`There is no kind called "${kind}". Known kinds: ${known}.`,
			{ field: "kind", kind },
			"unknown_kind",
		);
	}
}
