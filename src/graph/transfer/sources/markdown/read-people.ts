import { stripQuotes } from "./read-keys.ts";

/** A person as a text names them. */
export interface NamedPerson {
	readonly name: string;
	readonly login?: string;
	readonly email?: string;
}

const LONGEST_PERSON = 300;
const HANDLE = /^@([\w.-]{1,60}(?:\/[\w.-]{1,60})?)$/;
const EMAIL = /^[^\s@<>(),;]{1,100}@[^\s@<>(),;]{1,100}\.[^\s@<>(),;]{1,30}$/;
const WITH_CONTACT =
	/^([^<>()@[\]]{1,100}?)\s*[(<]\s*@?([^<>()\s]{1,150})\s*[)>](?:\s*\(\s*@([\w.-]{1,60})\s*\))?$/;
/** "with input from @ada": what is around a handle is no name. */
const AROUND_HANDLE = /^[^@<>()]{0,60}(?<![\w.])@([\w.-]{1,60})$/;
/** A handle without its sign, in a field for people. */
const BARE_HANDLE = /^[\p{L}\p{N}_][\p{L}\p{N}_.-]{1,59}$/u;
/** "Ada Lovelace", "J. R. R. Tolkien", "de la Cruz": two words or more, with letters alone. */
const FULL_NAME = /^\p{L}[\p{L}\p{M}.'’-]{0,40}(?: [\p{L}\p{M}.'’-]{1,40}){1,4}$/u;

/** Reads a handle, an address, or a name with either; a bare name only where `takesNames`. */
export function readPerson(written: string, takesNames: boolean): NamedPerson | undefined {
	if (written.length > LONGEST_PERSON) return undefined;
	const text = stripQuotes(written);
	const handle = HANDLE.exec(text)?.[1] ?? (takesNames ? AROUND_HANDLE.exec(text)?.[1] : undefined);
	if (handle !== undefined) return { name: handle, login: handle };
	if (EMAIL.test(text)) return { name: text, email: text };
	const [, name = "", contact = "", login = contact] = WITH_CONTACT.exec(text) ?? [];
	if (name.trim() !== "" && contact !== "")
		return EMAIL.test(contact)
			? { name: name.trim(), email: contact, ...(login !== contact && { login }) }
			: { name: name.trim(), login };
	return takesNames && (FULL_NAME.test(text) || BARE_HANDLE.test(text)) ? { name: text } : undefined;
}

const PEOPLE_KEY =
	/^(?:co)?(?:author|approver|assignee|attendee|champion|contributor|decider|editor|facilitator|lead|maintainer|mentor|organi[sz]er|owner|participant|presenter|reviewer|shepherd|speaker|sponsor|writer)s?$/;

/** Whether a key is called as fields for people are: `prr-approvers`, `owner`. */
export const isPeopleKey = (key: string): boolean => {
	const words = key.toLowerCase().split(/[^a-z]+/);
	return PEOPLE_KEY.test(words.join("")) || PEOPLE_KEY.test(words.at(-1) ?? "");
};
