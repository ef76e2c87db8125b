/// <reference lib="dom" />
import { expect, test } from "vitest";
import { side, sidebar } from "../support/browser-parts.ts";
import { describeInBrowser, expectNoOverflow, inspect, PHONE, type Row } from "../support/browser-stage.ts";
import { SYLVIE } from "../support/http-stage.ts";

const ABSENT = "There is nothing here for you: it was removed, or it is not shared with you.";

const shapes = [
	["light", { colorScheme: "light", viewport: { width: 1440, height: 900 } }],
	["dark", { colorScheme: "dark", viewport: { width: 1440, height: 900 } }],
	["phone-light", { ...PHONE, colorScheme: "light" }],
	["phone-dark", { ...PHONE, colorScheme: "dark" }],
] as const;

describeInBrowser("trash and activity, in a browser", (stage) => {
	const { call, find, visit } = stage;
	const make = (title: string) => call<Row>("/api/entities", "POST", { kind: "note", title });
	const isThere = (id: string) =>
		call<Row>(`/api/entities/${id}`).then(
			(row) => row.id === id,
			() => false,
		);

	test("[U11] the trash is searched, and what is taken out says so with an undo", async () => {
		const [roof, felt, tar] = [
			await make("Trash: roof"),
			await make("Trash: felt"),
			await make("Trash: tar"),
		];
		await call("/api/edges", "POST", { src_id: roof.id, rel: "relates_to", dst_id: tar.id });
		for (const { id } of [roof, felt]) await call(`/api/entities/${id}`, "DELETE");
		await visit(async (page) => {
			await sidebar(page).getByRole("link", { name: "Trash" }).click();
			const list = page.getByRole("list", { name: "In the trash" });
			await list.getByText("Trash: felt").waitFor();
			await page.getByRole("searchbox", { name: "Find in the trash" }).fill("roof");
			await list.getByText("Trash: felt").waitFor({ state: "detached" });
			await list.getByText("1 relation comes back with it").waitFor();
			expect(new URL(page.url()).search).toBe("?q=roof");
			await page.getByRole("button", { name: "Restore Trash: roof" }).click();
			await page.getByText("“Trash: roof” is out of the trash.").waitFor();
			await page.getByText("Nothing in the trash fits.").waitFor();
			expect(await isThere(roof.id)).toBe(true);
			await page.getByRole("button", { name: "Undo", exact: true }).click();
			await list.getByText("Trash: roof").waitFor();
			expect(await isThere(roof.id)).toBe(false);
			await page.reload();
			await list.getByText("Trash: roof").waitFor();
			await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Tasks" });
			await page.getByText("Nothing in the trash fits.").waitFor();
			await inspect(page, "trash-nothing-fits");
		});
	});

	test("[U11] an address in the trash says so and offers to restore; to others it is an address of nothing", async () => {
		const note = await make("Trash: by address");
		await call(`/api/entities/${note.id}`, "DELETE");
		const path = `/entities/${note.ref}`;
		await visit(
			async (page) => {
				await page.getByText(ABSENT).waitFor();
				expect(await page.getByText("Trash: by address").count()).toBe(0);
			},
			{ path, signIn: await stage.served.signInPath(SYLVIE), expected: /404/ },
		);
		await visit(
			async (page) => {
				const trashed = page.getByRole("region", { name: "Trash: by address" });
				await trashed.getByText(/^It is in the trash: deleted .* by .+\.$/).waitFor();
				await inspect(page, "trashed-address");
				await trashed.getByRole("button", { name: "Restore" }).click();
				await page.getByRole("article", { name: "Trash: by address" }).waitFor();
			},
			{ path, expected: /404/ },
		);
	});

	test("[U11] deleting leads back, and from a link of its own to the project or home; the notice stays", async () => {
		const remove = async (page: Parameters<Parameters<typeof visit>[0]>[0]) => {
			await page.getByRole("button", { name: "More" }).click();
			await page.getByRole("menuitem", { name: "Put into the trash" }).click();
		};
		const project = await find("Heron 2 bridge gauge");
		const task = await call<Row>("/api/entities", "POST", {
			...{ kind: "task", title: "Trash: of the project", project_id: project.id },
		});
		await visit(
			async (page) => {
				await page.getByRole("article", { name: task.title }).waitFor();
				await remove(page);
				await page.waitForURL(/\/projects\/[^/]+\/overview/);
				await page.getByText(`“${task.title}” is in the trash.`).waitFor();
				await page.getByRole("button", { name: "Undo", exact: true }).click();
				await expect.poll(() => isThere(task.id)).toBe(true);
			},
			{ path: `/entities/${task.ref}`, expected: /404/ },
		);
		const note = await make("Trash: of nothing");
		await visit(
			async (page) => {
				await page.getByRole("article", { name: note.title }).waitFor();
				await remove(page);
				await page.getByRole("heading", { name: "Ask or find anything" }).waitFor();
				await page.getByText(`“${note.title}” is in the trash.`).waitFor();
				await page.getByRole("button", { name: "Undo", exact: true }).click();
				await expect.poll(() => isThere(note.id)).toBe(true);
				await sidebar(page).getByRole("link", { name: "Notes" }).click();
				await page.getByRole("main").getByRole("link", { name: note.title }).first().click();
				await side(page).getByRole("link", { name: "Open on a page of its own" }).click();
				await page.getByRole("article", { name: note.title }).waitFor();
				await remove(page);
				await page.waitForURL(/\/notes/);
				await page.getByText(`“${note.title}” is in the trash.`).first().waitFor();
			},
			{ path: `/entities/${note.ref}`, expected: /404/ },
		);
	});

	test("[U12] the activity sums up each change, opens it, takes a small one back and asks about a large one", async () => {
		const titles = ["first", "second", "third", "fourth", "fifth"].map((name) => `Activity: ${name}`);
		await call("/api/tools/write_entities", "POST", {
			entities: titles.map((title, index) => ({ as: `n${index}`, kind: "note", title })),
			links: [{ src_id: "$n0", rel: "relates_to", dst_id: "$n1" }],
		});
		const [first] = await Promise.all(titles.map(find));
		await call(`/api/entities/${first?.id}`, "PATCH", { version: 1, body: "Written." });
		await visit(async (page) => {
			await sidebar(page).getByRole("link", { name: "Activity" }).click();
			const changes = page.getByRole("list", { name: "Changes" });
			const large = changes
				.getByRole("listitem")
				.filter({ hasText: "created 5 notes, added a link" })
				.first();
			await large.getByRole("button", { name: /show each$/ }).click();
			await large.getByText("relates to").waitFor();
			await large.getByRole("link", { name: "Activity: fifth" }).click();
			await side(page).getByRole("textbox", { name: "Title" }).waitFor();
			await inspect(page, "activity-open");
			await side(page).getByRole("button", { name: "Close" }).click();

			await page.getByRole("combobox", { name: "Type" }).selectOption({ label: "Notes" });
			await page.getByRole("combobox", { name: "Person" }).selectOption({ index: 1 });
			await expect.poll(() => new URL(page.url()).search).toMatch(/kind=note.*person=|person=.*kind=note/);
			await page.getByRole("combobox", { name: "Person" }).selectOption({ index: 0 });
			await page.getByRole("combobox", { name: "Type" }).selectOption({ index: 0 });

			await changes.getByRole("button", { name: /^Undo: .* changed body$/ }).click();
			await page.getByText("Undone.", { exact: true }).waitFor();
			await expect.poll(async () => (await find(titles[0] ?? "")).body).toBe("");
			await changes.getByText("took a change back: changed body").first().waitFor();

			await large.getByRole("button", { name: /^Take back: / }).click();
			const dialog = page.getByRole("dialog", { name: "Take back the whole change" });
			await dialog.getByText("Activity: second").waitFor();
			await inspect(page, "activity-take-back");
			await dialog.getByRole("button", { name: "Leave it" }).click();
			expect(await isThere(first?.id ?? "")).toBe(true);

			await page.getByRole("button", { name: "Older changes" }).click();
			await expect
				.poll(() => changes.getByRole("button", { name: /show each$/ }).count())
				.toBeGreaterThan(20);
		});
	});

	test.each(shapes)("[U11] [U12] both pages are usable and calm: %s", async (name, shape) => {
		await visit(
			async (page) => {
				await page.getByRole("list", { name: "In the trash" }).waitFor();
				await inspect(page, `trash-${name}`);
				await expectNoOverflow(page);
				await page.goto(new URL("/activity", page.url()).href);
				const changes = page.getByRole("list", { name: "Changes" });
				await changes
					.getByRole("button", { name: /show each$/ })
					.nth(2)
					.click();
				await inspect(page, `activity-${name}`);
				await expectNoOverflow(page);
			},
			{ path: "/trash", ...shape },
		);
	});
});
