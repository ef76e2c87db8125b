import { expect, test } from "vitest";
import { ask, pickFocus, question, send, sidebar, suggestions } from "../support/browser-parts.ts";
import { describeInBrowser, expectNoOverflow, inspect, PHONE } from "../support/browser-stage.ts";
import { callTool, say } from "../support/model-script.ts";

const TASK = "Re-cut the lid tool for the Lindqvist hinge";
const PLAN = "Hinge change";

describeInBrowser("tools and approvals, in a browser", (stage) => {
	const { find, visit } = stage;

	/** Proposes to hold the task up, whenever it is asked to. */
	function proposeBlocking(): void {
		let calls = 0;
		stage.provider.answerWith(({ body }) => {
			const messages = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			if (messages.includes("tool_result")) return say("I have proposed it.");
			calls += 1;
			const input = { entity_id: TASK, description: `Waits for the samples (${calls})` };
			return [callTool({ id: `toolu_write_${calls}`, name: "upsert_entity", input })];
		});
	}

	test("a task's plan is answered from the prompt; its linked documents are looked up, and shown", async () => {
		stage.provider.answerWith(({ body }) => {
			const prompt = JSON.stringify(body);
			if (prompt.includes("tell me more about the linked documents")) {
				return prompt.includes("toolu_linked")
					? say("Two documents are linked.")
					: [
							...say("Let me look. "),
							callTool({
								...{ id: "toolu_linked", name: "get_linked_entities" },
								input: { entity_id: TASK, detail: "full" },
							}),
						];
			}
			return say(prompt.includes(PLAN) ? `It belongs to ${PLAN}.` : "I do not know.");
		});
		await visit(async (page) => {
			await pickFocus(page, TASK);
			await ask(page, "what plan does this task belong to?");
			await page.getByText(`It belongs to ${PLAN}.`).waitFor();
			await ask(page, "tell me more about the linked documents");
			await page.getByText("Two documents are linked.").waitFor();
			const card = page.getByRole("region", { name: "What an entity is linked to" });
			const opener = card.getByRole("button");
			expect(await opener.getAttribute("aria-expanded")).toBe("false");
			await inspect(page, "tool-card");
			await opener.click();
			await card.getByText("Entity id").waitFor();
			await card
				.getByText(/## .*ocuments/)
				.first()
				.waitFor();
			await inspect(page, "tool-card-open");
			await page.reload();
			await page.getByText("Two documents are linked.").waitFor();
			await page.getByRole("combobox", { name: `Focus: ${TASK}` }).waitFor();
			await page.getByRole("region", { name: "What an entity is linked to" }).waitFor();
		});
	});

	test("a write waits with its difference; denied it says so, confirmed it can be undone", async () => {
		proposeBlocking();
		await visit(async (page) => {
			await pickFocus(page, TASK);
			await ask(page, "Say that it waits");
			const first = page.getByRole("region", { name: "May this be changed?" });
			await first.getByText("Waits for the samples (1)").waitFor();
			expect(await first.getByRole("button", { name: "Always in this chat" }).count()).toBe(0);
			await first.getByText("The answer read text by others").waitFor();
			await inspect(page, "approval");
			await first.getByRole("button", { name: "Deny…" }).click();
			await page.keyboard.type("They are signed");
			await inspect(page, "approval-deny");
			await page.keyboard.press("Enter");
			await page.getByRole("region", { name: "Not done: you said no" }).waitFor();
			await page.getByText("Your reason: They are signed").waitFor();

			await ask(page, "Then say it again");
			await page.getByRole("button", { name: "Confirm once" }).click();
			const done = page.getByRole("region", { name: "Done, as you confirmed" });
			await done.getByRole("button", { name: "Undo" }).waitFor();
			await inspect(page, "approval-done");
			await done.getByRole("button", { name: "Undo" }).click();
			await done.getByText("Undone: everything is as it was before.").waitFor();
		});
		expect((await find(TASK)).description).toMatch(/^Brook & Dahl start/);
	});

	test("what is proposed waits in the inbox too, with a count, and is decided there", async () => {
		proposeBlocking();
		await visit(async (page) => {
			await pickFocus(page, TASK);
			await ask(page, "Say that it waits");
			await page.getByRole("button", { name: "Confirm once" }).waitFor();
			await sidebar(page)
				.getByRole("link", { name: /^Inbox/ })
				.click();
			await page.getByRole("heading", { name: "Proposed changes" }).waitFor();
			const card = page.getByRole("region", { name: "May this be changed?" }).first();
			await card.getByText(/Waits for the samples/).waitFor();
			await inspect(page, "inbox-approval");
			const before = await page.getByRole("region", { name: "May this be changed?" }).count();
			await card.getByRole("button", { name: "Deny…" }).click();
			await page.keyboard.type("Not yet");
			await page.keyboard.press("Enter");
			await expect
				.poll(() => page.getByRole("region", { name: "May this be changed?" }).count())
				.toBe(before - 1);
		});
	});

	test("where only the asker has written, a tool may be trusted for the chat, until that is taken back", async () => {
		let calls = 0;
		stage.provider.answerWith(({ body }) => {
			const last = JSON.stringify((body.messages as readonly unknown[]).at(-1));
			if (last.includes("tool_result")) return say("So be it.");
			calls += 1;
			const input = { kind: "task", title: `Water the plants (${calls})` };
			return [callTool({ id: `toolu_own_${calls}`, name: "upsert_entity", input })];
		});
		const path = await signIntoOwnWorkspace();
		await visit(
			async (page) => {
				await ask(page, "Remember the plants");
				await page.getByRole("button", { name: "Always in this chat" }).click();
				await page.getByRole("region", { name: "Done, as you confirmed" }).waitFor();
				await page.getByText("Without asking: Create or change an entity").waitFor();
				await inspect(page, "always");
				await page.getByRole("button", { name: "Ask me each time again" }).click();
				await page.getByText("Without asking: Create or change an entity").waitFor({ state: "detached" });
				await ask(page, "And once more");
				await page.getByRole("button", { name: "Confirm once" }).waitFor();
			},
			{ signIn: path },
		);
	});

	test("approvals, tools and chips on a phone, in the dark", async () => {
		proposeBlocking();
		await visit(
			async (page) => {
				await question(page).fill("[[");
				await suggestions(page).first().waitFor();
				await inspect(page, "phone-picker");
				await page.keyboard.press("Enter");
				await question(page).pressSequentially("say that the lid tool waits");
				await send(page).click();
				await page.getByRole("button", { name: "Confirm once" }).waitFor();
				await inspect(page, "phone-approval");
				await expectNoOverflow(page);
			},
			{ ...PHONE, colorScheme: "dark" },
		);
	});

	test("on a wide screen, in the dark: an approval next to its context", async () => {
		proposeBlocking();
		await visit(
			async (page) => {
				await pickFocus(page, TASK);
				await ask(page, "Say that it waits");
				await page.getByRole("button", { name: "Confirm once" }).waitFor();
				await inspect(page, "dark-approval");
			},
			{ colorScheme: "dark" },
		);
	});

	/** Where nobody else has written anything. */
	async function signIntoOwnWorkspace(): Promise<string> {
		const { workspaces, credentials } = stage.served.demo.skein.graph.store;
		const { id: workspaceId } = await workspaces.create("Own");
		const account = await workspaces.ensureAccount({ email: "own@example.org", display_name: "Own" });
		await workspaces.setMember(workspaceId, account.id, "owner");
		const { token } = await credentials.create({
			workspaceId,
			accountId: account.id,
			purpose: "sign_in",
			mode: "write",
		});
		return `/signin?token=${token}`;
	}
});
