import { expect, test } from "vitest";
import { remarkWikilinks } from "./rewrite-text.ts";

const place = (name: string) => (name === "deck.png" ? "/api/entities/1/attachments/deck.png" : null);
const text = (value: string) => ({ type: "text", value });

function rewrite(...children: object[]): unknown {
	const tree = { type: "root", children: [{ type: "paragraph", children }] };
	remarkWikilinks(place)()(tree as never);
	return tree.children[0]?.children;
}

test("a name in running text becomes a link to what is called so, with its own words", () => {
	expect(rewrite(text("See [[Glue|the glue]] first."))).toMatchObject([
		text("See "),
		{ type: "wikilink", data: { hProperties: { dataTitle: "Glue" } }, children: [text("the glue")] },
		text(" first."),
	]);
});

test("a picture that the entity holds is shown, by either way of writing", () => {
	const shown = { type: "image", url: "/api/entities/1/attachments/deck.png" };
	expect(rewrite(text("![[deck.png]]"))).toMatchObject([shown]);
	expect(rewrite({ type: "image", url: "deck.png", alt: "Deck" })).toMatchObject([shown]);
});

test("a picture from elsewhere is a link, and inside a link or by reference only words", () => {
	const away = { type: "image", url: "https://elsewhere.example/a.png", alt: "pixel" };
	expect(rewrite(away)).toEqual([{ type: "link", url: away.url, children: [text("pixel")] }]);
	expect(rewrite({ type: "link", url: "/x", children: [away] })).toEqual([
		{ type: "link", url: "/x", children: [text("pixel")] },
	]);
	expect(rewrite({ type: "imageReference", alt: "pixel" })).toEqual([text("pixel")]);
});
