import { z } from "zod";
import { LONGEST_CURSOR, LONGEST_NAME, LONGEST_QUERY, LONGEST_REFERENCE, LONGEST_WQL } from "./limits.ts";

/** Texts of a request, each with the limit of its sort. */
export const name = z.string().max(LONGEST_NAME);
export const reference = z.string().max(LONGEST_REFERENCE);
export const query = z.string().max(LONGEST_QUERY);
export const wql = z.string().max(LONGEST_WQL);
export const cursorText = z.string().max(LONGEST_CURSOR);

export const id = z.uuid();
export const instant = z.iso.datetime();
export const tokens = z.int().min(0);
export const share = z.number().min(0).max(1);
/** When something is due, as its kind declares it and in the time zone of the caller's profile. */
export const dueState = {
	start_day: z.iso.date().nullable().describe("The day it begins, by the date field that its kind names"),
	due_day: z.iso.date().nullable().describe("The day it is due, by the date field that its kind names"),
	is_overdue: z.boolean().describe("Its due day has passed where you are, and no closing state ended it"),
	is_done: z.boolean().describe("Its state is one after which nothing is open any more"),
};
export const count = z.int().min(0);

export const revision = z.string().describe("A place in the log, to be sent as since");

/** In every answer to a write: the change that it made, and its place in the log. */
export const changed = { change_id: id.nullable(), revision };

export const modelSchema = z.object({ id: z.string(), provider: z.string() });

export const folder = z.string().optional().describe("Where it was imported from, if another has its title");

/** An entity by name, wherever another thing refers to it. */
export const named = { id, ref: z.string(), kind: z.string(), title: z.string() };

export const visibilitySchema = z.enum(["inherit", "private", "restricted"]);
