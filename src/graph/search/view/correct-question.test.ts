import { describe, expect, test } from "vitest";
import { makeNote, viewNotes } from "../../../../test/support/resident-notes.ts";
import { ALL_LANGUAGES, languageOf } from "../languages/all-languages.ts";
import type { GraphView } from "./graph-view.ts";

const notes = (...texts: readonly string[]): GraphView =>
	viewNotes(texts.map((text, index) => makeNote(text, `Nothing else ${index}`)));
const correct = (view: GraphView, query: string, prefix?: string): string => view.correct({ query, prefix });
const first = (view: GraphView, query: string): string | undefined =>
	view.search({ query, without: ["meaning"] }).hits[0]?.node.title;

const workshop = notes(
	"Hinge supplier",
	"Keyboard layout",
	"Margraviate borders",
	"Plan for the winter",
	"Café Zürich",
	"KEP-1287 resize",
	"The pins failed",
);

describe("[S5] a slip is replaced by the word that was probably meant", () => {
	test.each([
		["a letter more", "hiinge supplier", "hinge supplier"],
		["a letter less", "hinge suplier", "hinge supplier"],
		["a letter less of four", "pln", "plan"],
		["two letters swapped", "hnige supplier", "hinge supplier"],
		["another letter", "hinge suppliet", "hinge supplier"],
		["another first letter", "ginge", "hinge"],
		["two in a long word", "magravaite", "margraviate"],
		["a word that was split", "key board layout", "keyboard layout"],
		["two words of which one is none", "keyb oard", "keyboard"],
		["two words that were joined", "hingesupplier", "hinge supplier"],
		["joined with a word that is dropped", "planfor winter", "plan for winter"],
		["a word that is dropped", "plan fpr hte winter wihth", "plan fpr hte winter with"],
		["marks that are missing, and a slip", "zurihc", "zurich"],
		["with a capital", "Hnige supplier", "Hinge supplier"],
	])("%s", (_, typed, meant) => expect(correct(workshop, typed)).toBe(meant));

	test("what is right, or like nothing, stays as it is", () => {
		for (const query of ["hinges supplier", "cafe zurich", "quincunx", "who is it", "", "東京タワ"])
			expect(correct(workshop, query), query).toBe(query);
	});

	test("an identifier or a number is never taken for another one", () => {
		for (const query of ["KEP-1286", "kep1287", "1286"]) expect(correct(workshop, query), query).toBe(query);
	});

	test("the last word while it is typed becomes what it may become", () => {
		expect(correct(workshop, "margr", "margr")).toBe("margr");
		const { hits } = workshop.search({ query: "margr", prefix: "margr" });
		expect(hits[0]?.node.title).toBe("Margraviate borders");
		expect(correct(workshop, "margravaite", "margravaite")).toBe("margraviate");
	});
});

test("[S5] what is found is what the right spelling finds, in its order", () => {
	for (const [typed, meant] of [
		["hnige supplier", "hinge supplier"],
		["key board layout", "keyboard layout"],
		["planfor the winter", "plan for the winter"],
	] as const) {
		const order = (query: string): readonly string[] =>
			workshop.search({ query }).hits.map(({ node }) => node.title);
		expect(order(typed)).toEqual(order(meant));
	}
});

test("[S5] of words equally near, the one is meant that stands with the rest of the question, then the commoner", () => {
	const view = notes("Contract with Varga", "Contrast of the display", "Contrast of the lamp");
	expect(correct(view, "contraxt")).toBe("contrast");
	expect(correct(view, "contraxt varga")).toBe("contract varga");
	expect(view.search({ query: "contraxt" }).hits.map(({ node }) => node.title)).toContain(
		"Contract with Varga",
	);
});

test("[S5] a word is not known by the few letters that a stem leaves of it", () => {
	const view = notes("PA system", "Paying for it", "Ties");
	expect(correct(view, "paing for it")).toBe("paying for it");
	expect(correct(view, "tied")).toBe("tied");
});

test("[S5] words that stand next to each other in a text are not joined", () => {
	const view = notes("The note book is full", "Notebook of the crew");
	expect(correct(view, "note book")).toBe("note book");
	expect(correct(notes("A note, a book", "Notebook of the crew"), "note book")).toBe("notebook");
});

test("[S5] two words that many texts hold together are not joined because one text writes them as one", () => {
	const view = notes("StopContainer", "Stop the container", "How a container will stop");
	expect(correct(view, "stop container")).toBe("stop container");
	const { hits } = view.search({ query: "stop container", without: ["graph"] });
	expect(hits.map(({ node }) => node.title)).toContain("StopContainer");
	expect(hits).toHaveLength(3);
	const crew = notes("Onboarding of the crew", "Boarding the ship", "Boarding pass");
	expect(correct(crew, "on boarding")).toBe("onboarding");
});

test("[S5] a rare word keeps its hits and adds those of a far commoner one", () => {
	const view = notes("Plam", ...Array.from({ length: 9 }, (_, index) => `Plan ${index}`));
	const { hits } = view.search({ query: "plam", without: ["graph"] });
	expect(hits[0]?.node.title).toBe("Plam");
	expect(hits.length).toBe(10);
	expect(correct(view, "plam")).toBe("plam");
});

/** A title of each language with a slip and without it; without rules words stay as they are, in any script. */
const SPELT: Readonly<Record<string, readonly (readonly [title: string, typed: string])[]>> = {
	en: [["Delivery schedule", "delvery schedule"]],
	de: [
		["Straßenbrücken prüfen", "strassenbrucken"],
		["Lieferanten der Scharniere", "liefernaten"],
	],
	fr: [["Élévation de la façade", "elevatoin facade"]],
	es: [["Señalización de la autopista", "senalizacoin"]],
	it: [["Perché le tubazioni perdono", "tubazoini"]],
	pt: [["Inspeção das fundações", "inspecap"]],
	nl: [["Onderhoud van bruggen", "onderhuod"]],
	sv: [["Översvämning vid ån", "oversvamnign"]],
	da: [["Smørrebrød til frokost", "smorrebrod"]],
	no: [["Kjøretøyene på brua", "kjoretoyene"]],
	none: [
		["Ремонт моста", "реомнт"],
		["Επισκευή γέφυρας", "γεφυρσα"],
		["Łódź nad rzeką", "lodz rzkea"],
		["إصلاح الجسور", "الجسرو"],
		["תיקון הגשרים", "הגשירם"],
	],
};

test.each(ALL_LANGUAGES.map(({ code }) => [code]))("[S5] slips are corrected in %s", (code) => {
	const others = ["Handbook", "Annual budget", "Quarry"].map((title) => makeNote(title));
	for (const [title, typed] of SPELT[code] ?? []) {
		const view = viewNotes([...others, makeNote(title)], [], languageOf(code));
		expect(first(view, typed), typed).toBe(title);
	}
	expect(SPELT[code]).toBeDefined();
});
