import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import type { Hono } from "hono";
import { describeProblem } from "../../graph/model/describe-problem.ts";
import { InvalidInputError, SkeinError } from "../../graph/model/errors.ts";
import { SECURITY_HEADERS } from "./exchange/guard-requests.ts";

export interface HttpServer {
	readonly url: string;
	/** Takes no new requests, waits a while for those that are running, then closes. */
	close(): Promise<void>;
}

const GRACE = 5_000;
const SWEEP = 50;

/** Listens; port 0 takes any free one. */
export function serveHttp(
	app: Hono,
	{ host, port }: { readonly host: string; readonly port: number },
): Promise<HttpServer> {
	const server = createServer(getRequestListener(app.fetch, { hostname: host, errorHandler: refuse }));
	const close = (): Promise<void> =>
		new Promise((closed) => {
			const impatience = setTimeout(() => server.closeAllConnections(), GRACE);
			// A connection whose answer ends only now would be kept open for the next request, and delay the stop.
			const sweep = setInterval(() => server.closeIdleConnections(), SWEEP);
			server.close(() => {
				clearTimeout(impatience);
				clearInterval(sweep);
				closed();
			});
			server.closeIdleConnections();
		});
	return new Promise((resolve, reject) => {
		server.once("error", (error: NodeJS.ErrnoException) => reject(explainFailure(error, host, port)));
		server.listen(port, host, () => {
			const address = server.address() as AddressInfo;
			const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
			resolve({ url: `http://${name}:${address.port}`, close });
		});
	});
}

/** For requests so malformed that they never reach the app. */
function refuse(): Response {
	const problem = describeProblem(
		new InvalidInputError("The address or the host of this request is malformed.", {}, "malformed_request"),
	);
	const headers = { ...SECURITY_HEADERS, "content-type": "application/problem+json" };
	return new Response(JSON.stringify(problem), { status: problem.status, headers });
}

function explainFailure(error: NodeJS.ErrnoException, host: string, port: number): Error {
	switch (error.code) {
		case "EADDRINUSE":
			return new SkeinError(
				"port_taken",
				`Port ${port} is in use. Choose another with --port, or --port 0 for any.`,
			);
		case "EACCES":
			return new SkeinError("port_forbidden", `Port ${port} needs more rights. Choose one above 1023.`);
		case "EADDRNOTAVAIL":
		case "ENOTFOUND":
			return new SkeinError(
				"host_unknown",
				`This machine has no address ${host}. Choose another with --host.`,
			);
		default:
			return error;
	}
}
