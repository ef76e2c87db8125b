import { parentPort } from "node:worker_threads";
import type { DocumentReply, DocumentRequest } from "./document-reader.ts";
import type { DocumentText } from "./document-text.ts";

/** A thread of its own: a file can take minutes of computing and all memory, and the process must go on answering. */
const port = parentPort;
if (port === null) throw new Error("document-worker runs as a worker thread");

async function readDocument({ format, name, bytes }: DocumentRequest): Promise<DocumentText> {
	// Each library is loaded with the first file that needs it.
	if (format === "pdf") return (await import("./read-pdf.ts")).readPdf(bytes);
	if (format === "docx") return (await import("./read-docx.ts")).readDocx(bytes, name);
	const { decodeHtml, readHtml } = await import("./read-html.ts");
	return readHtml(decodeHtml(bytes));
}

port.on("message", async (request: DocumentRequest) => {
	const reply = (message: DocumentReply): void => port.postMessage(message);
	try {
		reply({ text: await readDocument(request) });
	} catch (error) {
		reply({ problem: (error as Error).message });
	}
});
