import { expect, test } from "vitest";
import { spellOut } from "./rephrase-question.ts";

test.each([
	["which plans aren't finished?", "which plans are not finished?"],
	["what can't start, what won't?", "what cannot start, what will not?"],
	["who's on it, and what's been done?", "who is on it, and what has been done?"],
	["parts we’re missing, tasks I've got", "parts we are missing, tasks I have got"],
	["Tanner's Weir and Thandi's tasks", "Tanner's Weir and Thandi's tasks"],
])("[N21] what is cut short is read in full: %s", (typed, read) => {
	expect(spellOut(typed)).toBe(read);
});
