import { expect, test } from "vitest";
import { joinNotes, makeNote, viewNotes } from "../../../../test/support/resident-notes.ts";

function reachFrom(crowd: number): readonly string[] {
	const hub = makeNote("Lighthouse");
	const needed = makeNote("Foundation");
	const members = Array.from({ length: crowd }, (_, index) => makeNote(`Member ${index}`));
	const edges = [
		joinNotes(hub, "depends_on", needed),
		...members.map((member) => joinNotes(hub, "relates_to", member)),
	];
	const { hits } = viewNotes([hub, needed, ...members], edges).search({ query: "lighthouse" });
	return hits.map(({ node }) => node.title);
}

test("[S23] a relation to more things than can matter is not followed; the others of the same thing are", () => {
	expect(reachFrom(3)).toEqual(
		expect.arrayContaining(["Lighthouse", "Foundation", "Member 0", "Member 1", "Member 2"]),
	);
	expect(reachFrom(1_500)).toEqual(["Lighthouse", "Foundation"]);
});
