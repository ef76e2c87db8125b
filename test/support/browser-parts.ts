import type { Locator, Page } from "playwright-core";

/** The parts of the app by the names that people and screen readers know them by. */

export const composer = (page: Page): Locator => page.getByRole("form", { name: "Ask", exact: true });

export const question = (page: Page): Locator => composer(page).getByRole("textbox", { name: "Question" });

export const send = (page: Page): Locator =>
	composer(page).getByRole("button", { name: "Send", exact: true });

export const chips = (page: Page): Locator =>
	composer(page).getByRole("list", { name: "Pinned to this question" });

export const suggestions = (page: Page): Locator =>
	page.getByRole("listbox", { name: "Suggestions" }).getByRole("option");

export const inspector = (page: Page): Locator =>
	page.getByRole("complementary", { name: "Context inspector" });

export const section = (page: Page, name: string): Locator => inspector(page).getByRole("region", { name });

export const side = (page: Page): Locator => page.getByRole("complementary", { name: "Entity" });

export const sidebar = (page: Page): Locator => page.getByRole("navigation", { name: "Workspace" });

export async function pickFocus(page: Page, name: string): Promise<void> {
	await page.getByRole("combobox", { name: /^Focus: / }).click();
	await page.getByRole("dialog", { name: "Choose a focus" }).waitFor();
	await page.keyboard.type(name.slice(0, 12));
	await page.getByRole("option", { name }).click();
	await page.getByRole("combobox", { name: `Focus: ${name}` }).waitFor();
}

/** Asks, and comes back when another question could be sent. */
export async function ask(page: Page, text: string): Promise<void> {
	await question(page).fill(text);
	await send(page).click();
	await page.getByRole("heading", { name: text }).last().waitFor();
	await send(page).waitFor();
}

/** Asks and does not wait for the answer. */
export async function beginToAsk(page: Page, text: string): Promise<void> {
	await question(page).fill(text);
	await send(page).click();
}
