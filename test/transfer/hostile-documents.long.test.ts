import type { Worker } from "node:worker_threads";
import { deflateSync } from "node:zlib";
import { afterAll, describe, expect, test, vi } from "vitest";
import {
	DocumentReader,
	type DocumentReply,
} from "../../src/graph/transfer/sources/documents/document-reader.ts";
import type { DocumentFormat } from "../../src/graph/transfer/sources/documents/document-text.ts";
import { fc } from "../support/drawn.ts";
import { makeDocx, word } from "./make-docx.ts";
import { makePdf } from "./make-pdf.ts";
import { zip } from "./write-folder.ts";

const reader = new DocumentReader();
afterAll(() => reader.close());

const read = (format: DocumentFormat, bytes: Uint8Array, from = reader): Promise<DocumentReply> =>
	from.read({ format, name: `a.${format}`, bytes });

const readPage = (html: string, from = reader): Promise<DocumentReply> =>
	read("html", Buffer.from(html), from);
const SOUND = makePdf([[{ text: "Sound.", y: 700 }]]);

/** After a harmful file a sound one is read as before. */
async function expectAlive(from = reader): Promise<void> {
	expect(await read("pdf", SOUND, from)).toMatchObject({ text: { body: "Sound.\n" } });
}

describe("[T23] a harmful document is a loss, and the next one is read", () => {
	test.each([
		["elements nested 100,000 deep", "<div>".repeat(100_000), /nested more than 512 deep/],
		["elements without number", "<br>".repeat(400_000), /more than 300000 elements/],
		["tags that open again in every paragraph", "<b a=1><p>".repeat(100_000), /more than 300000 elements/],
	])("%s", async (_, html, problem) => {
		expect(await readPage(html)).toEqual({ problem: expect.stringMatching(problem) });
		await expectAlive();
	});

	test.each([
		["end tags without a start", `${"<b>".repeat(400)}${"</i>".repeat(500_000)}word`],
		["attributes", `<a ${Array.from({ length: 100_000 }, (_, at) => `a${at}`).join(" ")}>word</a>`],
		["signs of Markdown", `${"*[_`#".repeat(200_000)}word`],
		["blanks", `<p>${" ".repeat(3_000_000)}word`],
		["lists in lists", `${"<ul><li>".repeat(120)}word`],
	])("%s cost little time", async (_, html) => {
		const started = performance.now();
		expect(await readPage(html)).toMatchObject({ text: { body: expect.stringContaining("word") } });
		expect(performance.now() - started).toBeLessThan(15_000);
	});

	test("one that takes too long, or too much memory, is ended", async () => {
		const slow = new DocumentReader({ milliseconds: 300 });
		expect(await readPage("<p>a <b>b</b>".repeat(90_000), slow)).toEqual({
			problem: "Reading it takes longer than 0.3 seconds. Split it.",
		});
		await slow.close();
		const small = new DocumentReader({ heapMegabytes: 40 });
		expect(await readPage("<p>a <b>b</b>".repeat(140_000), small)).toEqual({
			problem: "Reading it takes too much memory. Split it.",
		});
		await expectAlive(small);
		await small.close();
	});

	test("bytes that are broken at random", async () => {
		const originals: readonly (readonly [DocumentFormat, Uint8Array])[] = [
			["pdf", SOUND],
			["docx", await makeDocx(word("Sound."))],
		];
		await fc.assert(
			fc.asyncProperty(
				fc.constantFrom(...originals),
				fc.array(fc.tuple(fc.double({ min: 0, max: 0.999, noNaN: true }), fc.nat(255)), { maxLength: 20 }),
				async ([format, bytes], changes) => {
					const broken = Uint8Array.from(bytes);
					for (const [place, byte] of changes) broken[Math.floor(place * broken.length)] = byte;
					const reply = await read(format, broken);
					expect("problem" in reply ? reply.problem : reply.text.body).toBeTypeOf("string");
				},
			),
			{ numRuns: 150 },
		);
		await expectAlive();
	});

	test("a PDF file whose page unpacks to hundreds of megabytes", async () => {
		const packed = deflateSync(Buffer.alloc(400_000_000, " "));
		const [start = "", end = ""] = Buffer.from(SOUND)
			.toString("latin1")
			.split(/(?<=stream\n)[\s\S]*(?=\nendstream)/);
		const head = start.replace(/\/Length \d+/, `/Length ${packed.length} /Filter /FlateDecode`);
		await read("pdf", Buffer.concat([Buffer.from(head, "latin1"), packed, Buffer.from(end, "latin1")]));
		await expectAlive();
	});

	test("pages that contain one another", async () => {
		const tree = Buffer.from(SOUND).toString("latin1").replace("/Kids [5 0 R]", "/Kids [2 0 R]");
		await read("pdf", Buffer.from(tree, "latin1"));
		await expectAlive();
	});

	test("a Word file that unpacks to far more than it has, or nests without end", async () => {
		const burst = await makeDocx(`<w:p><w:r><w:t>${"a".repeat(150_000_000)}</w:t></w:r></w:p>`);
		expect(await read("docx", burst)).toEqual({ problem: expect.stringMatching(/unpack|no part|broken/) });
		const nested = await makeDocx(
			`${"<w:sdt><w:sdtContent>".repeat(50_000)}${"</w:sdtContent></w:sdt>".repeat(50_000)}`,
		);
		await read("docx", nested);
		const other = await zip({
			"[Content_Types].xml": "<x/>",
			"word/document.xml": '<!DOCTYPE a [<!ENTITY b "c">]><a>&b;',
		});
		expect(await read("docx", other)).toHaveProperty("problem");
		await expectAlive();
	});

	test("one that is stopped ends with the reason, and the thread with it", async () => {
		const stop = new AbortController();
		const stopped = new DocumentReader();
		const reply = stopped.read(
			{ format: "html", name: "a.html", bytes: Buffer.from("<p>a <b>b</b>".repeat(90_000)) },
			stop.signal,
		);
		setTimeout(() => stop.abort(new Error("enough")), 100);
		await expect(reply).rejects.toThrow("enough");
		await expectAlive(stopped);
		await stopped.close();
	});

	test("a thread without work ends, also one that was started after the reader was closed", async () => {
		let running = 0;
		const countWorker = (worker: Worker): void => {
			running += 1;
			worker.once("exit", () => {
				running -= 1;
			});
		};
		process.on("worker", countWorker);
		const idle = new DocumentReader({ idle: 50 });
		await idle.close();
		await expectAlive(idle);
		expect(running).toBe(1);
		await vi.waitFor(() => expect(running).toBe(0), { timeout: 5_000 });
		await expectAlive(idle);
		await idle.close();
		process.off("worker", countWorker);
	});
});
