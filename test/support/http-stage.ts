import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createCaller, type HttpCaller } from "./http-caller.ts";
import { type ServedDemo, serveDemo } from "./serve-demo.ts";

export const MAREN = "maren@rillmark.example";
export const PRIYA = "priya@rillmark.example";
export const SYLVIE = "sylvie@marchetti-advisers.example";
export const HERON = "Heron 2 bridge gauge";
export const KINGFISHER = "Kingfisher: buying Brannock Telemetry";

interface RawAnswer {
	readonly status: number;
	readonly headers: NodeJS.Dict<string | string[]>;
	readonly text: string;
}

/** The demo behind a real server, and its owner, who calls it. */
export interface HttpStage extends HttpCaller {
	readonly served: ServedDemo;
	readonly owner: string;
	/** How much of the demo a person may read, asked of the library rather than the server. */
	sizeFor(person: string): Promise<number>;
	/** A request as only a hostile or broken client sends it; `fetch` would refuse to. */
	callRaw(path: string, headers: Record<string, string>, method?: string): Promise<RawAnswer>;
}

export async function openHttpStage(options: { readonly webFolder?: string } = {}): Promise<HttpStage> {
	const served = await serveDemo(options);
	const owner = await served.credential(MAREN);
	const { hostname, port } = new URL(served.url);
	return {
		...createCaller(served.url, owner),
		served,
		owner,
		sizeFor: async (person) => (await served.demo.as(person)).reader.graph.size,
		callRaw: (path, headers, method = "GET") =>
			new Promise((resolve, reject) => {
				const sent = request({ hostname, port, path, method, headers, setHost: false }, (answer) => {
					let text = "";
					answer.on("data", (chunk: Buffer) => {
						text += chunk;
					});
					answer.on("end", () => resolve({ status: answer.statusCode ?? 0, headers: answer.headers, text }));
				});
				sent.on("error", reject);
				sent.end();
			}),
	};
}

/** The same with a page and a script to serve, as a build leaves them. */
export async function openStageWithPages(): Promise<HttpStage> {
	const webFolder = mkdtempSync(join(tmpdir(), "skein-web-"));
	mkdirSync(join(webFolder, "assets"));
	writeFileSync(join(webFolder, "index.html"), "<!doctype html><title>Skein</title>");
	writeFileSync(join(webFolder, "assets/app-1.js"), "export {};");
	const stage = await openHttpStage({ webFolder });
	const close = async (): Promise<void> => {
		await stage.served.close();
		rmSync(webFolder, { recursive: true, force: true });
	};
	return { ...stage, served: { ...stage.served, close } };
}
