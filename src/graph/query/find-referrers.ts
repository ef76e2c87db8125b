import { referencedIds } from "../model/field.ts";
import { addTo } from "../model/group-by.ts";
import type { Attribute } from "./attribute.ts";
import type { CheckedExpression, CheckedQuery } from "./checked-query.ts";
import type { QueryRow } from "./query-rows.ts";
import type { QueryRun } from "./query-run.ts";

/** The reference that must lead to `{this}` if a row is to pass at all, if there is one. */
function findLink(expression: CheckedExpression | null): Attribute | undefined {
	if (expression?.type === "and") return expression.parts.map(findLink).find((link) => link !== undefined);
	if (expression?.type !== "condition" || expression.test !== "equals any") return undefined;
	const { path, operands } = expression;
	const leadsToThis = path.via === null && operands.length === 1 && operands[0]?.type === "this";
	const { attribute } = path.last;
	return leadsToThis && attribute.type === "entity" && attribute.reach === undefined ? attribute : undefined;
}

function indexReferrers({ kind }: CheckedQuery, link: Attribute, run: QueryRun): Map<string, QueryRow[]> {
	const referrers = new Map<string, QueryRow[]>();
	for (const row of run.rows.ofKind(kind.kind)) {
		const ids = new Set(referencedIds(link.read(row, undefined)));
		run.spend(ids.size, 0);
		for (const id of ids) addTo(referrers, id, row);
	}
	return referrers;
}

/** The rows to look at for one entity. Without an index of who refers to it, n entities would read all rows n times. */
export function findReferrers(query: CheckedQuery, run: QueryRun, thisId: string): Iterable<QueryRow> {
	const link = findLink(query.where);
	if (link === undefined) return run.rows.ofKind(query.kind.kind);
	return run.referrers(query, () => indexReferrers(query, link, run)).get(thisId) ?? [];
}
