import { type messages, type PGlite, protocol } from "@electric-sql/pglite";
import { LRUCache } from "lru-cache";
import type { EncodedParameter } from "./encode-parameter.ts";

interface Column {
	readonly name: string;
	readonly typeId: number;
}

/** The engine's answer to the last statement. */
export interface Answer {
	/** The first word of the command tag; without one the engine has not answered, as when it crashed. */
	command: string | undefined;
	columns: readonly Column[];
	readonly rows: (readonly (string | null)[])[];
	changedRows: number;
}

interface Prepared {
	readonly name: string;
	readonly columns: readonly Column[];
}

/** Each keeps its plan in the engine's memory, so the least recently used are dropped. */
const MOST_PREPARED = 300;

const { serialize } = protocol;

const noAnswer = (): Answer => ({ command: undefined, columns: [], rows: [], changedRows: 0 });

/** After one of these, an earlier statement may return columns that no longer exist. */
const changesTables = (command: string | undefined): boolean =>
	command === "ALTER" || command === "CREATE" || command === "DROP";

/**
 * Runs statements in the engine's wire format, each in one message and prepared once. Through the engine's own `query`
 * a statement takes six trips and is parsed and planned each time, which takes longer than most of them do.
 */
export class PgliteStatements {
	readonly #engine: PGlite;
	/** By their text. */
	readonly #prepared = new LRUCache<string, Prepared>({
		max: MOST_PREPARED,
		dispose: ({ name }) => this.#dropped.push(name),
	});
	#dropped: string[] = [];
	#named = 0;

	constructor(engine: PGlite) {
		this.#engine = engine;
	}

	/** Without parameters the text may hold several statements; it returns the last one's answer. */
	run(sql: string, parameters: readonly EncodedParameter[] | undefined): Answer {
		const answer = parameters ? this.#runPrepared(sql, parameters) : this.#send([serialize.query(sql)]);
		if (changesTables(answer.command)) {
			this.#prepared.clear();
			this.#closeDropped();
		}
		return answer;
	}

	#runPrepared(sql: string, parameters: readonly EncodedParameter[]): Answer {
		const { name, columns } = this.#prepared.get(sql) ?? this.#prepare(sql);
		const answer = this.#send([writeBind(name, parameters), serialize.execute({}), serialize.sync()]);
		return { ...answer, columns };
	}

	#prepare(sql: string): Prepared {
		this.#named += 1;
		const name = `s${this.#named}`;
		const parsed = [serialize.parse({ name, text: sql }), serialize.describe({ type: "S", name })];
		const { columns } = this.#send([...parsed, serialize.sync()]);
		const prepared = { name, columns };
		this.#prepared.set(sql, prepared);
		this.#closeDropped();
		return prepared;
	}

	/** The engine keeps the plan of a statement until it is closed. */
	#closeDropped(): void {
		const closed = this.#dropped.map((name) => serialize.close({ type: "S", name }));
		this.#dropped = [];
		if (closed.length > 0) this.#send([...closed, serialize.sync()]);
	}

	/** Throws what the engine says is wrong; it has skipped the rest of the messages then. */
	#send(parts: readonly Uint8Array[]): Answer {
		let answer = noAnswer();
		let failure: messages.DatabaseError | undefined;
		const onMessage = (message: messages.BackendMessage): void => {
			// Messages after the end of a command belong to the next one.
			if (answer.command !== undefined && !isNamed(message, "readyForQuery")) answer = noAnswer();
			if (isNamed(message, "error")) failure ??= message;
			else if (isNamed(message, "rowDescription"))
				answer.columns = message.fields.map((field) => ({ name: field.name, typeId: field.dataTypeID }));
			else if (isNamed(message, "commandComplete")) {
				const [command, ...numbers] = message.text.split(" ");
				answer.command = command;
				answer.changedRows = changesRows(command) ? Number(numbers.at(-1)) : 0;
			}
		};
		const reply = this.#engine.execProtocolRawSync(Buffer.concat(parts));
		readReply(reply, { onMessage, onRow: (row) => answer.rows.push(row) });
		if (failure !== undefined) throw failure;
		return answer;
	}
}

const changesRows = (command: string | undefined): boolean =>
	command === "INSERT" || command === "UPDATE" || command === "DELETE" || command === "MERGE";

interface Messages {
	readonly error: messages.DatabaseError;
	readonly rowDescription: messages.RowDescriptionMessage;
	readonly commandComplete: messages.CommandCompleteMessage;
	readonly readyForQuery: messages.ReadyForQueryMessage;
}

const isNamed = <Name extends keyof Messages>(
	message: messages.BackendMessage | Messages[Name],
	name: Name,
): message is Messages[Name] => message.name === name;

type Row = readonly (string | null)[];

interface ReplyReader {
	readonly onRow: (row: Row) => void;
	/** All but rows. */
	readonly onMessage: (message: messages.BackendMessage) => void;
}

const ROW = "D".charCodeAt(0);
/** The letter that says what a message is, and how long it is. */
const HEAD = 1 + 4;

function readRow(bytes: Buffer, start: number): Row {
	const row: (string | null)[] = [];
	let at = start + 2;
	for (let left = bytes.readInt16BE(start); left > 0; left -= 1) {
		const size = bytes.readInt32BE(at);
		at += 4;
		row.push(size < 0 ? null : bytes.toString("utf8", at, at + size));
		at += Math.max(size, 0);
	}
	return row;
}

/** Reads what the engine answered, message by message. Rows are read here: PGlite's parser copies each value before it reads it. */
function readReply(reply: Uint8Array, { onRow, onMessage }: ReplyReader): void {
	const bytes = Buffer.from(reply.buffer, reply.byteOffset, reply.byteLength);
	const parser = new protocol.Parser();
	for (let start = 0; start + HEAD <= bytes.length; ) {
		const end = start + 1 + bytes.readInt32BE(start + 1);
		if (bytes[start] === ROW) onRow(readRow(bytes, start + HEAD));
		else parser.parse(bytes.subarray(start, end), onMessage);
		start = end;
	}
}

const BIND = "B".charCodeAt(0);
const [AS_TEXT, AS_BINARY] = [0, 1];
const ABSENT = -1;

const measure = (parameter: EncodedParameter): number =>
	parameter === null ? 0 : typeof parameter === "string" ? Buffer.byteLength(parameter) : parameter.length;

/**
 * The message that gives a prepared statement its values and asks for text back. PGlite's own counts the bytes of every text
 * twice, a character at a time: of a batch of notes that took a tenth of the engine's time.
 */
function writeBind(statement: string, parameters: readonly EncodedParameter[]): Uint8Array {
	const sizes = parameters.map(measure);
	const name = Buffer.byteLength(statement);
	const head = 1 + 4 + 1 + (name + 1) + 2 + 2 * parameters.length + 2;
	const values = sizes.reduce((sum, size) => sum + 4 + size, 0);
	const message = Buffer.allocUnsafeSlow(head + values + 2);
	let at = message.writeUInt8(BIND, 0);
	at = message.writeInt32BE(message.length - 1, at);
	// The unnamed portal, then the statement.
	at = message.writeUInt8(0, at);
	at += message.write(statement, at);
	at = message.writeUInt8(0, at);
	at = message.writeUInt16BE(parameters.length, at);
	for (const parameter of parameters)
		at = message.writeInt16BE(parameter instanceof Uint8Array ? AS_BINARY : AS_TEXT, at);
	at = message.writeUInt16BE(parameters.length, at);
	for (const [index, parameter] of parameters.entries()) {
		at = message.writeInt32BE(parameter === null ? ABSENT : (sizes[index] ?? 0), at);
		if (typeof parameter === "string") at += message.write(parameter, at);
		else if (parameter !== null) {
			message.set(parameter, at);
			at += parameter.length;
		}
	}
	message.writeInt16BE(0, at);
	return message;
}
