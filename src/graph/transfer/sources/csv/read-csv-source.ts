import { basename, extname } from "node:path";
import { InvalidInputError } from "../../../model/errors.ts";
import { BUILT_IN_KINDS } from "../../../model/kinds/kind-registry.ts";
import { runStepsInTurns, type Steps } from "../../../model/run-steps.ts";
import { readText } from "../../files/source-file.ts";
import { type ImportItem, makeItem, type Survey } from "../../source/import-item.ts";
import { countOf, type Loss, listPlaces, lossAt } from "../../source/import-report.ts";
import type { TableMapping } from "../../source/table-mapping.ts";
import { checkMapping, fieldsOf, inferMapping } from "../../tables/column-use.ts";
import { namePlural, nameTable } from "../../tables/name-field.ts";
import { type CsvTable, parseCsvInSteps } from "../../tables/parse-csv.ts";
import { linkRows, readRows, type TableRow } from "../../tables/read-rows.ts";
import { placeOf, type SurveyOptions } from "../survey-options.ts";

const BUILT_IN = new Set(BUILT_IN_KINDS.map(({ kind }) => kind));
const LARGEST_FILE = 200_000_000;

/** A table: each row becomes an entity of a kind of its own, or of the kind that a mapping names. */
export async function readCsvSource(options: SurveyOptions): Promise<Survey> {
	const { files, signal, kindNames } = options;
	const [file] = files.files.filter(({ path }) =>
		[".csv", ".tsv", ".txt"].includes(extname(path).toLowerCase()),
	);
	if (file === undefined || files.files.length > 1) {
		throw new InvalidInputError("Name one CSV file to import.", { field: "path" }, "csv_missing");
	}
	const text = await readText(file, LARGEST_FILE);
	const named = nameTable(basename(file.path, extname(file.path)), BUILT_IN, kindNames);
	return runStepsInTurns(surveyTable(options, text, named), signal);
}

function* surveyTable(
	options: SurveyOptions,
	text: string,
	named: ReturnType<typeof nameTable>,
): Steps<Survey> {
	const { files, mapping: given } = options;
	const table = yield* parseCsvInSteps(text);
	const mapping =
		given === undefined ? yield* inferMapping(table, named.kind, named.label) : checkMapping(given);
	const people = Object.entries(mapping.columns).find(([, use]) => use.to === "people")?.[0];
	if (people !== undefined)
		throw new InvalidInputError(
			`The mapping cannot be used: the column "${people}" goes to people, which only frontmatter can. Make it a field of the type text_list.`,
			{ field: "map" },
			"mapping_invalid",
		);
	const rows = yield* readRows(table, mapping);
	const { links, unknown } = yield* linkRows(rows);
	const isOwn = !BUILT_IN.has(mapping.kind);
	const declared = fieldsOf(mapping);
	const fields: Survey["fields"][number][] = [];
	for (const { name, type } of declared) {
		const count = rows.filter(({ entity }) => entity.props?.[name] !== null).length;
		fields.push({ kind: mapping.kind, name, type, count });
		yield;
	}
	const items: ImportItem[] = [];
	for (const { key, entity } of rows) {
		const found = links.get(key);
		items.push(
			makeItem({
				externalId: key,
				entity: { ...entity, ...placeOf(options) },
				...(found && { links: found }),
			}),
		);
		yield;
	}
	const { kind, label: name = kind } = mapping;
	return {
		source: `csv:${files.root}`,
		kinds: isOwn ? [{ kind, label: name, ...namePlural(kind), fields: declared }] : [],
		fields,
		items,
		losses: [
			...listLosses(table, mapping, rows),
			...lossAt(unknown, "relation", "No row, or more than one, has that name."),
		],
		mapping,
	};
}

function listLosses(table: CsvTable, mapping: TableMapping, rows: readonly TableRow[]): readonly Loss[] {
	const unmapped = table.header.filter((column) => mapping.columns[column] === undefined);
	const untitled = rows.filter(({ entity }) => entity.title === "Untitled").map(({ line }) => `line ${line}`);
	return [
		...lossAt(unmapped, "column", "The mapping does not name them."),
		...(table.ragged.length > 0
			? [
					{
						what: `cells of ${countOf(table.ragged.length, "row")}`,
						where: listPlaces(table.ragged.map((line) => `line ${line}`)),
						why: "These rows have more cells than the first line has columns.",
					},
				]
			: []),
		...lossAt(untitled, "title", "The rows have none."),
	];
}
