import { MOST_ALIASES } from "../../contract/limits.ts";
import { attachmentsOf } from "../model/attachment.ts";
import type { Entity } from "../model/entity.ts";
import { EntityNotFoundError, InvalidInputError } from "../model/errors.ts";
import type { Operation } from "../model/operation.ts";
import { replaceRanges } from "../model/replace-ranges.ts";
import { findNamedInText } from "../search/find-unlinked-mentions.ts";
import type { Committed, Writer } from "../store/write/writer.ts";
import type { SuggestionScope } from "./find-suggestions.ts";

const VIA = "suggestion";

/** Does what a suggestion says, as one change that can be undone. */
export async function acceptSuggestion(input: {
	readonly scope: SuggestionScope;
	readonly writer: Writer;
	readonly key: string;
}): Promise<Committed> {
	const [type = "", ...ids] = input.key.split(" ");
	const plan = PLANS.get(type);
	if (plan === undefined || ids.length !== plan.ends) {
		throw new InvalidInputError("This is no suggestion. Take the key from the list.", { field: "key" });
	}
	return input.writer.commit(await plan.make(input.scope, ids), VIA);
}

const PLANS: ReadonlyMap<
	string,
	{
		readonly ends: number;
		readonly make: (scope: SuggestionScope, ids: readonly string[]) => Promise<readonly Operation[]>;
	}
> = new Map([
	["duplicate", { ends: 2, make: planMerge }],
	["mention", { ends: 2, make: planLink }],
	["orphan", { ends: 1, make: planArchive }],
]);

/** Everything the second one has goes over to the first; what both have, the first keeps. */
async function planMerge(
	{ graph, rows }: SuggestionScope,
	[keptId = "", goneId = ""]: readonly string[],
): Promise<readonly Operation[]> {
	const [kept, gone] = [await rows.get(keptId), await rows.get(goneId)];
	if (kept.kind !== gone.kind || kept.project_id !== gone.project_id || kept.id === gone.id)
		throw new EntityNotFoundError("suggestion");
	// Files belong to what holds them; merged, the text would name files that are in the trash.
	if (attachmentsOf(gone).length > 0) {
		throw new InvalidInputError(
			`"${gone.title}" holds files. Attach them to the other one first, and take them away here.`,
			{ field: "key" },
			"holds_files",
		);
	}
	const relinked = graph
		.linksOf(gone.id)
		.filter(({ edge, other }) => edge.origin === "stated" && other.id !== kept.id)
		.map(({ edge: { src_id, rel, dst_id, text } }): Operation => {
			const swap = (id: string): string => (id === gone.id ? kept.id : id);
			return { op: "link", edge: { src_id: swap(src_id), rel, dst_id: swap(dst_id), text } };
		});
	return [
		...relinked,
		{ op: "delete", id: gone.id, version: gone.version },
		{
			op: "update",
			id: kept.id,
			version: kept.version,
			patch: {
				aliases: joinAliases(kept, gone),
				body: joinBodies(kept, gone),
				description: kept.description || gone.description,
				props: { ...gone.props, ...kept.props },
			},
		},
	];
}

/** The title of what goes is always among them: links written with it would be cut. */
const joinAliases = (kept: Entity, gone: Entity): readonly string[] =>
	[...kept.aliases.slice(1 - MOST_ALIASES), gone.title, ...gone.aliases].slice(0, MOST_ALIASES);

function joinBodies(kept: Entity, gone: Entity): string {
	const [first, second] = [kept.body.trim(), gone.body.trim()];
	if (first.includes(second)) return kept.body;
	return second.includes(first) ? gone.body : `${kept.body.trimEnd()}\n\n${gone.body}`;
}

async function planLink(
	scope: SuggestionScope,
	[sourceId = "", targetId = ""]: readonly string[],
): Promise<readonly Operation[]> {
	const outgoing = await findNamedInText(scope, sourceId);
	const mention = outgoing.find(({ target }) => target.id === targetId);
	if (mention === undefined) throw new EntityNotFoundError("suggestion");
	const { body, version } = await scope.rows.get(sourceId);
	const { start, end, text, target } = mention;
	const link = text === target.title ? `[[${text}]]` : `[[${target.title}|${text}]]`;
	const patch = { body: replaceRanges(body, [{ start, end, text: link }]) };
	return [{ op: "update", id: sourceId, version, patch }];
}

async function planArchive(
	{ rows }: SuggestionScope,
	[id = ""]: readonly string[],
): Promise<readonly Operation[]> {
	const { version } = await rows.get(id);
	return [{ op: "update", id, version, patch: { archived: true } }];
}
