import { type messages, type PGlite, protocol } from "@electric-sql/pglite";
import { LRUCache } from "lru-cache";
import type { EncodedParameter } from "./encode-parameter.ts";
import { readReply } from "./read-reply.ts";
import { writeBind } from "./write-bind.ts";

interface Column {
	readonly name: string;
	readonly typeId: number;
}

/** What the engine answered to the last statement it was sent. */
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

/** Each keeps its plan in the engine's memory, and those that nobody asked for lately leave. */
const MOST_PREPARED = 300;

const { serialize } = protocol;

const noAnswer = (): Answer => ({ command: undefined, columns: [], rows: [], changedRows: 0 });

/** After one of these, a statement made before may tell columns that are no longer there. */
const changesTables = (command: string | undefined): boolean =>
	command === "ALTER" || command === "CREATE" || command === "DROP";

/**
 * Runs statements in the engine's wire format, each in one message and prepared once. Through the engine's own `query`
 * a statement takes six trips and is parsed and planned anew each time, which takes longer than most of them do.
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

	/** Without parameters the text may hold several statements; the last one's answer is told. */
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
			// What comes after a command is done belongs to the next one.
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
