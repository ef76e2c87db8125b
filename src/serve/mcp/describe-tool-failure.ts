import {
	INTERNAL_ERROR,
	INVALID_PARAMS,
	ProtocolError,
	ResourceNotFoundError,
} from "@modelcontextprotocol/server";
import { SkeinError } from "../../graph/model/errors.ts";

export interface Failure {
	readonly code: string;
	readonly message: string;
}

const LONGEST_MESSAGE = 1000;

/** Our own errors are sent as they are. Any other may name files, hosts or queries, so the client gets none of it. */
export function describeToolFailure(error: unknown): Failure {
	if (!(error instanceof SkeinError)) {
		return {
			code: "internal",
			message:
				"Something went wrong inside Skein and nothing was changed. Try once more; if it fails again, the server's error output says why.",
		};
	}
	// A message may quote the input, and a client can send megabytes.
	const { code, message } = error;
	return {
		code,
		message: message.length > LONGEST_MESSAGE ? `${message.slice(0, LONGEST_MESSAGE)} …` : message,
	};
}

/** Returns the same for reads that the protocol answers with an error of its own: resources and prompts. */
export function refuseRead(error: unknown, uri?: string): ProtocolError {
	const { code, message } = describeToolFailure(error);
	if (code === "not_found" && uri !== undefined) return new ResourceNotFoundError(uri, message);
	return new ProtocolError(code === "internal" ? INTERNAL_ERROR : INVALID_PARAMS, message, { code });
}
