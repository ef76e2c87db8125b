import { getConnInfo } from "@hono/node-server/conninfo";
import type { Context, MiddlewareHandler } from "hono";
import { RateLimiterMemory, type RateLimiterRes } from "rate-limiter-flexible";
import type { Principal } from "../../../graph/model/access.ts";
import { SkeinError } from "../../../graph/model/errors.ts";
import { answerProblem } from "./problem.ts";

/** Requests a minute. */
export interface Limits {
	readonly perAddress: number;
	readonly perUser: number;
	/** Attempts at a password, for each address and each name. */
	readonly signIns: number;
}

export const DEFAULT_LIMITS: Limits = { perAddress: 1_200, perUser: 1_200, signIns: 10 };

const MINUTE = 60;
/** On the person's own machine the limit only has to stop a runaway loop. */
const LOOPBACK_FACTOR = 50;
/** Without an address it is a program that holds the app itself. */
const LOOPBACK = /^(?:127\.|::1$|::ffff:127\.|$)/;

function addressOf(context: Context): string {
	try {
		return getConnInfo(context).remote.address ?? "";
	} catch {
		// Called without a socket.
		return "";
	}
}

/** The limit for callers from elsewhere, and the one for callers on this machine. */
function limitByPlace(points: number) {
	const remote = new RateLimiterMemory({ points, duration: MINUTE });
	const local = new RateLimiterMemory({ points: points * LOOPBACK_FACTOR, duration: MINUTE });
	return (address: string, key: string) => take(LOOPBACK.test(address) ? local : remote, key);
}

async function take(limiter: RateLimiterMemory, key: string): Promise<void> {
	const refused = await limiter.consume(key).then(
		() => undefined,
		(reason: RateLimiterRes) => reason,
	);
	if (refused === undefined) return;
	const seconds = Math.ceil(refused.msBeforeNext / 1000);
	throw new SkeinError("too_many_requests", `Too many requests at once. Try again in ${seconds} s.`, {
		details: { retry_after: seconds },
	});
}

export type RequestLimits = ReturnType<typeof limitRequests>;

/** Refuses callers over their limit, before the request costs anything. */
export function limitRequests({ perAddress, perUser, signIns }: Limits) {
	const takeAddress = limitByPlace(perAddress);
	const takeUser = limitByPlace(perUser);
	const attempts = new RateLimiterMemory({ points: signIns, duration: MINUTE });
	return {
		/** Limits every request, before anything else is read. */
		guard: (): MiddlewareHandler => async (context, next) => {
			const address = addressOf(context);
			const refusal = await takeAddress(address, address).catch((error: unknown) => error);
			if (refusal === undefined) await next();
			else context.res = answerProblem(context, refusal);
		},
		/** Counts a person and their tokens together: more tokens do not raise the limit. */
		checkUser: (context: Context, { accountId }: Principal) => takeUser(addressOf(context), accountId),
		/** Also limits signed-in callers: an open browser must not be used to guess its owner's password. */
		checkOwnPassword: (accountId: string) => take(attempts, `of ${accountId}`),
		/** By name too: an attacker with many addresses must not get many guesses at one password. */
		async checkSignIn(context: Context, name: string): Promise<void> {
			await take(attempts, `from ${addressOf(context)}`);
			await take(attempts, `as ${name.trim().toLowerCase()}`);
		},
	};
}
