import type { Session } from "../graph/graph.ts";
import { SkeinError } from "../graph/model/errors.ts";
import type { ProposedWrite } from "../graph/store/approvals.ts";
import type { Committed } from "../graph/store/writer.ts";
import type { Citable } from "./cite-references.ts";
import { findPrintedReferences } from "./list-shown.ts";
import type { ToolCall, ToolResult } from "./models/model.ts";
import { isWriteTool, type Tool, type ToolResult as ToolOutput, type WriteTool } from "./tools/tool.ts";

/** A write that has happened in a turn. */
export interface TurnAction {
	readonly tool: string;
	readonly summary: string;
	readonly entityId: string | null;
	readonly changeId: string;
}

/** How a call ended, for the reader and for the model. */
export interface CallOutcome {
	readonly call: ToolCall;
	readonly state: "done" | "failed" | "proposed";
	/** What the model reads. */
	readonly text: string;
	readonly structured: Readonly<Record<string, unknown>>;
	/** What the text names, which the answer may then cite. */
	readonly cited: readonly Citable[];
}

export interface TurnToolsInput {
	readonly tools: readonly Tool[];
	/** Asked for anew at every call: a right that was taken away meanwhile must not be used. */
	readonly openSession: () => Promise<Session>;
	/** Writes with the rights and under the name of the asker, once for each call of the turn. */
	readonly commit: (call: ToolCall, operations: ProposedWrite["operations"]) => Promise<Committed>;
	/** Tools that may write in this chat without being asked for again. */
	readonly always: ReadonlySet<string>;
	/** Whether the prompt holds text that the asker did not write. The model may be asked before that is known. */
	readonly tainted: Promise<boolean>;
	/** Whether all these entities were written by the asker. */
	readonly isOwnText: (entityIds: readonly string[]) => Promise<boolean>;
	/** Entities that stand in the prompt already. */
	readonly known: Iterable<string>;
}

const MOST_CALLS = 16;
/** More writes than this in one turn are a bulk change, which is always confirmed. */
const MOST_UNASKED_WRITES = 5;
/** Passes without anything new after which searching ends. */
const MOST_VAIN_PASSES = 2;

const findCited = (text: string, { reader }: Session): readonly Citable[] =>
	findPrintedReferences(text).flatMap((ref) => reader.graph.find(ref) ?? []);

const keyOf = ({ name, input }: ToolCall): string => `${name} ${JSON.stringify(input)}`;

/** The tools of one turn: what may run runs, what must be asked for is gathered, and what leads nowhere ends. */
export class TurnTools {
	readonly actions: TurnAction[] = [];
	readonly proposals: ProposedWrite[] = [];
	#tainted: Promise<boolean>;
	readonly #input: TurnToolsInput;
	readonly #seen: Set<string>;
	readonly #made = new Set<string>();
	#calls = 0;
	#vainPasses = 0;

	constructor(input: TurnToolsInput) {
		this.#input = input;
		// Where it cannot be told whose text it is, it counts as that of others.
		this.#tainted = input.tainted.catch(() => true);
		this.#seen = new Set(input.known);
	}

	/** Whether anything that was read so far is not the asker's own. */
	get tainted(): Promise<boolean> {
		return this.#tainted;
	}

	/** Nothing more will come of calling tools: the next pass has to answer. */
	get isSaturated(): boolean {
		return this.#vainPasses >= MOST_VAIN_PASSES || this.#calls >= MOST_CALLS;
	}

	/** Runs the calls of one pass, one after the other: a later one may rest on what an earlier one wrote. */
	async *run(calls: readonly ToolCall[]): AsyncGenerator<CallOutcome, readonly ToolResult[]> {
		const results: ToolResult[] = [];
		let found = false;
		for (const call of calls) {
			const outcome = await this.#runCall(call);
			found = (await this.#learn(outcome)) || found;
			results.push({ id: call.id, name: call.name, text: outcome.text, failed: outcome.state === "failed" });
			yield outcome;
		}
		this.#vainPasses = found ? 0 : this.#vainPasses + 1;
		return results;
	}

	async #runCall(call: ToolCall): Promise<CallOutcome> {
		this.#calls += 1;
		const refuse = (text: string): CallOutcome => ({
			call,
			state: "failed",
			text,
			structured: {},
			cited: [],
		});
		if (this.#calls > MOST_CALLS)
			return refuse("No more tool calls in this turn. Answer with what you have.");
		const tool = this.#input.tools.find(({ name }) => name === call.name);
		if (tool === undefined) return refuse(`There is no tool called ${call.name}.`);
		if (this.#made.has(keyOf(call))) return refuse("You have made this very call; its result stands above.");
		this.#made.add(keyOf(call));
		try {
			const session = await this.#input.openSession();
			if (isWriteTool(tool)) return await this.#write(tool, call, session);
			const output = await tool.call(call.input, session);
			return { call, state: "done", ...output, cited: findCited(output.text, session) };
		} catch (error) {
			if (error instanceof SkeinError) return refuse(error.message);
			throw error;
		}
	}

	async #write(tool: WriteTool, call: ToolCall, session: Session): Promise<CallOutcome> {
		const { summary, operations, diff } = await tool.propose(call.input, session);
		const proposal = { summary, operations, diff };
		if (diff.length === 0) {
			const text = `Nothing to do: ${summary} would change nothing.`;
			return { call, state: "done", text, structured: { summary, diff }, cited: [] };
		}
		if (!(await this.#mayWriteUnasked(tool))) {
			this.proposals.push({ call_id: call.id, tool: tool.name, tier: tool.tier, ...proposal });
			const text = `Proposed, not done: ${summary}. The person decides after your answer; say what you propose and why, not that it is done.`;
			return { call, state: "proposed", text, structured: { summary, diff }, cited: [] };
		}
		const committed = await this.#input.commit(call, operations);
		const { change_id, entities } = committed;
		if (change_id !== null) {
			this.actions.push({
				tool: tool.name,
				summary,
				entityId: entities[0]?.id ?? null,
				changeId: change_id,
			});
		}
		const output: ToolOutput = tool.describe(committed, proposal);
		return { call, state: "done", ...output, cited: entities };
	}

	/** Only a single reversible write, in a turn that read nothing but the asker's own text, after "always in this chat". */
	async #mayWriteUnasked(tool: WriteTool): Promise<boolean> {
		return (
			tool.tier === "W1" &&
			this.#input.always.has(tool.name) &&
			this.actions.length < MOST_UNASKED_WRITES &&
			!(await this.#tainted)
		);
	}

	/** Whether the outcome told of anything that was not in the prompt yet. */
	async #learn({ cited, state }: CallOutcome): Promise<boolean> {
		const fresh = cited.map(({ id }) => id).filter((id) => !this.#seen.has(id));
		for (const id of fresh) this.#seen.add(id);
		const tainted = (await this.#tainted) || !(await this.#input.isOwnText(fresh));
		this.#tainted = Promise.resolve(tainted);
		return fresh.length > 0 || state === "proposed";
	}
}
