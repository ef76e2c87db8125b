import type { TurnAction } from "../contract/event.ts";
import { LARGEST_BUDGET } from "../contract/limits.ts";
import type { Session } from "../graph/graph.ts";
import { BudgetTooSmallError, SkeinError } from "../graph/model/errors.ts";
import type { JsonObject } from "../graph/model/json.ts";
import type { ProposedWrite } from "../graph/store/chat/approvals.ts";
import type { Committed } from "../graph/store/write/writer.ts";
import type { Citable } from "./cite-references.ts";
import type { OwnWords, Taint } from "./judge-prompt.ts";
import { findPrintedReferences, listNamed } from "./list-shown.ts";
import type { ToolCall, ToolResult } from "./models/model.ts";
import { bindProposal } from "./tools/bind-proposal.ts";
import {
	isWriteTool,
	MOST_UNASKED_WRITES,
	type Proposal,
	type Tool,
	type ToolResult as ToolOutput,
	type WriteTool,
} from "./tools/tool.ts";

/** How a call ended, for the reader and for the model. */
export interface CallOutcome {
	readonly call: ToolCall;
	readonly state: "done" | "failed" | "proposed";
	readonly text: string;
	readonly structured: Readonly<Record<string, unknown>>;
	/** The entities in the text, which the answer may then cite. */
	readonly cited: readonly Citable[];
	/** Every entity that the text says something about: the answer is shown only while all of them may be read. */
	readonly shown: readonly string[];
}

export interface TurnToolsInput {
	readonly tools: readonly Tool[];
	/** Opened again for every call: a right that was revoked meanwhile must not be used. */
	readonly openSession: () => Promise<Session>;
	/** Writes with the rights and under the name of the asker, once for each call of the turn. */
	readonly commit: (call: ToolCall, operations: ProposedWrite["operations"]) => Promise<Committed>;
	/** Tools that may write in this chat without further approval. */
	readonly always: ReadonlySet<string>;
	/** The foreign text in the prompt; what tools return is added to it. */
	readonly taint: Taint;
	readonly ownWords: OwnWords;
	readonly known: Iterable<string>;
}

const MOST_CALLS = 16;
/** Passes without anything new after which searching ends. */
const MOST_VAIN_PASSES = 2;

const keyOf = ({ name, input }: ToolCall): string => `${name} ${JSON.stringify(input)}`;

interface PlannedWrite {
	readonly tool: WriteTool;
	readonly proposal: Proposal;
}

/** Whether a write is one thing to decide on. In a chat nobody has agreed to several at once by agreeing to one. */
const isSingle = ({ tool, proposal }: PlannedWrite): boolean =>
	tool.isBatch !== true || proposal.operations.length <= 1;

/** The result of a call before anything is written. It depends on the call and on the session's rights. */
type CallResult = Pick<CallOutcome, "state" | "text" | "structured"> & {
	/** A write that changes something, which is done or proposed next. */
	readonly write?: PlannedWrite;
};

const refuse = (text: string): CallResult => ({ state: "failed", text, structured: {} });

type CallInput = Readonly<Record<string, unknown>>;

/** The usual size of an answer of a tool without its own budget. */
const USUAL_TOKENS = 4_000;

function limitInput(tool: Tool, input: CallInput, tokens: number): CallInput {
	if (!("max_tokens" in tool.input.shape)) return input;
	const { data } = tool.input.safeParse(input);
	const asked = typeof data?.max_tokens === "number" ? data.max_tokens : USUAL_TOKENS;
	if (data === undefined || asked <= tokens) return input;
	return { ...input, max_tokens: Math.min(Math.floor(tokens), LARGEST_BUDGET) };
}

/**
 * Calls a tool for an answer of at most so many tokens: one that is given a budget ends at an entry and says how to get the
 * rest, which a cut through the middle would not. What cannot be said in so few is said whole, for the prompt to cut.
 */
async function callWithin(
	tool: Tool,
	input: CallInput,
	session: Session,
	tokens: number,
): Promise<ToolOutput> {
	const limited = limitInput(tool, input, tokens);
	try {
		return await tool.call(limited, session);
	} catch (error) {
		if (limited === input || !(error instanceof BudgetTooSmallError)) throw error;
		return tool.call(input, session);
	}
}

/** Runs a tool that reads, or plans one that writes. Errors that the model can correct are returned to it. */
async function runOrPlan(
	tool: Tool,
	call: ToolCall,
	session: Session,
	resultTokens: number,
): Promise<CallResult> {
	try {
		if (!isWriteTool(tool))
			return { state: "done", ...(await callWithin(tool, call.input, session, resultTokens)) };
		const proposal = await tool.propose(call.input, session);
		const { summary, diff } = proposal;
		const structured = { summary, diff };
		if (diff.length > 0)
			return {
				state: "proposed",
				text: `Proposed, not done: ${summary}. The person decides after your answer; say what you propose and why, not that it is done.`,
				structured,
				write: { tool, proposal },
			};
		return { state: "done", text: `Nothing to do: ${summary} would change nothing.`, structured };
	} catch (error) {
		if (error instanceof SkeinError) return refuse(error.message);
		throw error;
	}
}

/** The tools of one turn: allowed calls run, calls that need approval are collected, and repeated failures end the turn. */
export class TurnTools {
	readonly actions: TurnAction[] = [];
	readonly proposals: ProposedWrite[] = [];
	readonly taint: Taint;
	readonly #input: TurnToolsInput;
	readonly #seen: Set<string>;
	readonly #made = new Set<string>();
	#calls = 0;
	#vainPasses = 0;

	constructor(input: TurnToolsInput) {
		this.#input = input;
		this.taint = input.taint;
		this.#seen = new Set(input.known);
	}

	/** Nothing more will come of calling tools: the next pass has to answer. */
	get isSaturated(): boolean {
		return this.#vainPasses >= MOST_VAIN_PASSES || this.#calls >= MOST_CALLS;
	}

	/** Allows the model to request results again that were removed from the prompt. */
	forget(calls: readonly ToolCall[]): void {
		for (const call of calls) this.#made.delete(keyOf(call));
	}

	/**
	 * Runs the calls of one pass, one after the other: a later one may depend on a write of an earlier one. Each result
	 * takes at most this many tokens of o200k, if its tool can return the rest in pages.
	 */
	async *run(
		calls: readonly ToolCall[],
		resultTokens = Infinity,
	): AsyncGenerator<CallOutcome, readonly ToolResult[]> {
		const results: ToolResult[] = [];
		let found = false;
		for (const call of calls) {
			const outcome = await this.#runCall(call, resultTokens);
			found = this.#learn(outcome) || found;
			results.push({ id: call.id, name: call.name, text: outcome.text, failed: outcome.state === "failed" });
			yield outcome;
		}
		this.#vainPasses = found ? 0 : this.#vainPasses + 1;
		return results;
	}

	async #runCall(call: ToolCall, resultTokens: number): Promise<CallOutcome> {
		this.#calls += 1;
		const answer = (result: CallResult): CallOutcome => ({ call, ...result, cited: [], shown: [] });
		if (this.#calls > MOST_CALLS)
			return answer(refuse("No more tool calls in this turn. Answer with what you have."));
		const tool = this.#input.tools.find(({ name }) => name === call.name);
		if (tool === undefined)
			return answer(refuse(`There is no tool called ${call.name}. Call one of those listed.`));
		if (this.#made.has(keyOf(call)))
			return answer(
				refuse("You have made this very call; its result is above. Use it, or ask for something else."),
			);
		this.#made.add(keyOf(call));
		const session = await this.#input.openSession();
		const { write, ...result } = await runOrPlan(tool, call, session, resultTokens);
		// Decided on what was read before this call: its own text is read by the model only afterwards.
		const mayWrite = write !== undefined && (await this.#mayWriteUnasked(write));
		// Before anything is written: what a tool has written is nobody's own words any more.
		if (!(await this.#isOwn(result.text, tool, call, resultTokens))) {
			this.taint.add([{ source: "tool", name: tool.name }]);
		}
		const shown = listNamed(
			[result.text, result.structured, call.input, write?.proposal.operations],
			session,
		);
		const cited = findPrintedReferences(result.text).flatMap((ref) => session.reader.graph.find(ref) ?? []);
		if (write === undefined) return { call, ...result, cited, shown };
		if (mayWrite) return { ...(await this.#commit(write, call)), shown };
		const { tool: writer, proposal } = write;
		this.proposals.push({
			...{ call_id: call.id, tool: writer.name, input: call.input as JsonObject },
			tier: isSingle({ tool: writer, proposal }) ? writer.tier : "W2",
			...bindProposal(proposal, session.reader.graph),
		});
		return { call, ...result, cited: [], shown };
	}

	async #commit({ tool, proposal }: NonNullable<CallResult["write"]>, call: ToolCall) {
		try {
			const committed = await this.#input.commit(call, proposal.operations);
			const { change_id, entities } = committed;
			if (change_id !== null) {
				this.actions.push({
					...{ tool: tool.name, summary: proposal.summary, changeId: change_id },
					entityId: entities[0]?.id ?? null,
				});
			}
			return { call, state: "done" as const, ...tool.describe(committed, proposal), cited: entities };
		} catch (error) {
			if (!(error instanceof SkeinError)) throw error;
			// The store says why in words that may name what others wrote.
			this.taint.add([{ source: "tool", name: tool.name }]);
			return { call, ...refuse(error.message), cited: [] };
		}
	}

	/** Only a single reversible write, in a turn that read nothing but the asker's own text, after "always in this chat". */
	async #mayWriteUnasked(write: PlannedWrite): Promise<boolean> {
		const { tool } = write;
		return (
			tool.tier === "W1" &&
			isSingle(write) &&
			this.#input.always.has(tool.name) &&
			this.actions.length < MOST_UNASKED_WRITES &&
			!(await this.taint.isTainted)
		);
	}

	/** Whether a reader of only the asker's own words gets the same text. Not checked once the turn is tainted. */
	async #isOwn(text: string, tool: Tool, call: ToolCall, resultTokens: number): Promise<boolean> {
		if (await this.taint.isTainted) return true;
		return this.#input.ownWords.canSay(
			text,
			async (own) => (await runOrPlan(tool, call, own, resultTokens)).text,
		);
	}

	/** Whether the outcome contained anything that was not in the prompt yet. */
	#learn({ cited, state }: CallOutcome): boolean {
		const fresh = cited.map(({ id }) => id).filter((id) => !this.#seen.has(id));
		for (const id of fresh) this.#seen.add(id);
		return fresh.length > 0 || state === "proposed";
	}
}
