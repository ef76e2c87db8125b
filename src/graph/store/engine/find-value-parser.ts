import pg from "pg";

type ParseText = (text: string) => unknown;

const keepText: ParseText = (text) => text;

/** Counts and revisions fit; a rounded number would silently name another row, so anything larger is refused. */
const parseBigInteger: ParseText = (text) => {
	const value = Number(text);
	if (!Number.isSafeInteger(value)) throw new Error("A bigint is too large to be read as a number.");
	return value;
};

/** PostgreSQL prints the session's offset as `+02` or `+05:30`; only the second form is ISO. */
const parseInstant: ParseText = (text) => {
	const iso = text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00");
	const time = Date.parse(iso);
	return Number.isNaN(time) ? text : new Date(time).toISOString();
};

const parseBytes: ParseText = (text) => new Uint8Array(Buffer.from(text.slice(2), "hex"));

const parseJson: ParseText = (text) => JSON.parse(text);

const textArrayType: number = 1009;

const parseArrayOf = (parse: ParseText): ParseText => {
	const parseElement = (element: unknown): unknown =>
		Array.isArray(element) ? element.map(parseElement) : element === null ? null : parse(String(element));
	return (text) => parseElement(pg.types.getTypeParser(textArrayType, "text")(text));
};

/** By type id. Dates and intervals stay text: a JavaScript Date would move a day with the process's time zone. */
const parsers: ReadonlyMap<number, ParseText> = new Map([
	[17, parseBytes],
	[20, parseBigInteger],
	[114, parseJson],
	[3802, parseJson],
	[1082, keepText],
	[1114, keepText],
	[1184, parseInstant],
	[1186, keepText],
	[199, parseArrayOf(parseJson)],
	[1001, parseArrayOf(parseBytes)],
	[1016, parseArrayOf(parseBigInteger)],
	[1115, parseArrayOf(keepText)],
	[1182, parseArrayOf(keepText)],
	[1185, parseArrayOf(parseInstant)],
	[1187, parseArrayOf(keepText)],
	[2951, parseArrayOf(keepText)],
	[3807, parseArrayOf(parseJson)],
]);

/** How the text of a column of this type becomes a JavaScript value; the same for both engines. */
export function findValueParser(typeId: number): ParseText {
	return parsers.get(typeId) ?? pg.types.getTypeParser(typeId, "text");
}
