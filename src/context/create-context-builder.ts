import type { Reader } from "../graph/graph.ts";
import { buildContext, type ContextParts } from "./build-context.ts";
import { checkCollectors } from "./collect/collect-own.ts";
import { type ContextOverrides, mergeConfig } from "./model/config.ts";
import type { ContextPayload } from "./model/payload.ts";
import { type ContextQuestion, readQuestion } from "./model/read-question.ts";
import { type ContextValidationResult, estimateTokens, validateContext } from "./validate-context.ts";

/** A question with the session of the person who asks it. */
export interface BuilderRequest extends ContextQuestion {
	readonly user: { readonly reader: Reader };
}

export interface ContextBuilder {
	build(request: BuilderRequest): Promise<ContextPayload>;
	estimateTokens(payload: ContextPayload): number;
	validate(payload: ContextPayload): ContextValidationResult;
}

/** Creates a builder with its own figures over the defaults, and its own parts if given. Refuses unknown keys. */
export function createContextBuilder(overrides: ContextOverrides = {}, parts?: ContextParts): ContextBuilder {
	checkCollectors(parts?.collectors ?? []);
	const config = mergeConfig(overrides);
	return {
		build: async ({ user, ...question }) =>
			buildContext({ reader: user.reader, config, parts, request: readQuestion(question) }),
		estimateTokens,
		validate: validateContext,
	};
}
