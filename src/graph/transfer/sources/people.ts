import type { OwnKindDefinition } from "../../model/own-kind.ts";
import { cleanLine } from "../source/clean-text.ts";
import { type ImportItem, makeItem } from "../source/import-item.ts";

export const PERSON_KIND: OwnKindDefinition = {
	kind: "Person",
	label: "Person",
	plural: "people",
	icon: "user",
	fields: [
		{ name: "email", label: "E-mail", type: "email" },
		{ name: "login", label: "Login", type: "text" },
	],
};

const EMAIL = /^[^\s@]+@[^\s@]+$/;
const LONGEST_NAME = 200;

/** The people whom a source names, each once. */
export class People {
	readonly #items = new Map<string, ImportItem>();

	/** The external id of a person by name, login or e-mail address. */
	add(
		name: string,
		details: { readonly email?: string | undefined; readonly login?: string | undefined } = {},
	): string {
		const key = (details.login ?? details.email ?? name).toLowerCase().slice(0, LONGEST_NAME);
		const externalId = `person ${key}`;
		if (this.#items.has(externalId)) return externalId;
		const email = details.email ?? (EMAIL.test(name) ? name : undefined);
		const title = cleanLine(name).slice(0, LONGEST_NAME);
		const props = {
			...(email !== undefined && EMAIL.test(email) && { email }),
			...(details.login !== undefined && { login: details.login }),
		};
		this.#items.set(externalId, makeItem({ externalId, entity: { kind: PERSON_KIND.kind, title, props } }));
		return externalId;
	}

	get items(): readonly ImportItem[] {
		return [...this.#items.values()];
	}
}
