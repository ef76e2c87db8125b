import type { Source } from "../source.ts";
import type { SurveyOptions } from "../survey-options.ts";
import type { DocumentFormat } from "./document-text.ts";

const readOf =
	(formats?: readonly DocumentFormat[]): Source["read"] =>
	async (options: SurveyOptions) =>
		(await import("./read-documents-source.ts")).readDocumentsSource(options, formats);

const HTML = ["html", "htm", "xhtml"];

export const documents: Source = {
	name: "documents",
	label: "Documents: web pages, PDF, Word and Markdown files",
	takes: "a folder of HTML, PDF, DOCX and Markdown files, or a zip of one",
	endings: [...HTML, "pdf", "docx", "md", "markdown", "txt"],
	read: readOf(),
};

export const html: Source = {
	name: "html",
	label: "Web pages (HTML)",
	takes: "a saved page, a folder of pages, or a zip of one",
	endings: HTML,
	read: readOf(["html"]),
};

export const pdf: Source = {
	name: "pdf",
	label: "PDF files",
	takes: "a PDF file, a folder of them, or a zip of one",
	endings: ["pdf"],
	read: readOf(["pdf"]),
};

export const docx: Source = {
	name: "docx",
	label: "Word files (DOCX)",
	takes: "a DOCX file, a folder of them, or a zip of one",
	endings: ["docx"],
	read: readOf(["docx"]),
};
