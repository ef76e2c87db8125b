import type { AddressInfo } from "node:net";
import { serve } from "@hono/node-server";
import type { Hono } from "hono";
import { SkeinError } from "../../graph/model/errors.ts";

export interface HttpServer {
	readonly url: string;
	/** Takes no new calls, lets those under way finish for a while, then closes. */
	close(): Promise<void>;
}

const GRACE = 5_000;

/** Listens; port 0 takes any free one. */
export function serveHttp(
	app: Hono,
	{ host, port }: { readonly host: string; readonly port: number },
): Promise<HttpServer> {
	return new Promise((resolve, reject) => {
		const server = serve({ fetch: app.fetch, hostname: host, port }, (address: AddressInfo) => {
			const name = address.family === "IPv6" ? `[${address.address}]` : address.address;
			resolve({ url: `http://${name}:${address.port}`, close });
		});
		server.on("error", (error: NodeJS.ErrnoException) => {
			if (error.code !== "EADDRINUSE") return reject(error);
			reject(
				new SkeinError(
					"port_taken",
					`Port ${port} is in use. Choose another with --port, or --port 0 for any.`,
				),
			);
		});
		const close = (): Promise<void> =>
			new Promise((closed) => {
				const impatience = setTimeout(
					() => "closeAllConnections" in server && server.closeAllConnections(),
					GRACE,
				);
				server.close(() => {
					clearTimeout(impatience);
					closed();
				});
				if ("closeIdleConnections" in server) server.closeIdleConnections();
			});
	});
}
