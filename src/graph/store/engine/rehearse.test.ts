import { expect, test } from "vitest";
import { TEST_ENGINES } from "../../../../test/support/test-engines.ts";

for (const { name, open, skip } of TEST_ENGINES) {
	test.skipIf(skip)(
		`[T18] a rehearsal is taken back, and a step of it that fails takes back itself alone: ${name}`,
		async () => {
			const db = await open();
			try {
				await db.query("CREATE TABLE step (number integer PRIMARY KEY)");
				const count = async (): Promise<number | undefined> =>
					(await db.query<{ steps: number }>("SELECT count(*) AS steps FROM step"))[0]?.steps;
				const made = await db.rehearse(async (rehearsed) => {
					const add = (number: number) =>
						rehearsed.transaction(async (tx) => {
							await tx.query("INSERT INTO step VALUES ($1)", [number]);
							await tx.query("INSERT INTO step VALUES ($1)", [number + 1]);
						});
					await add(1);
					await expect(add(2)).rejects.toMatchObject({ code: "conflict" });
					await expect(add(0)).rejects.toMatchObject({ code: "conflict" });
					await add(5);
					return rehearsed.query("SELECT number FROM step ORDER BY number");
				});
				expect(made).toEqual([1, 2, 5, 6].map((number) => ({ number })));
				expect(await count()).toBe(0);

				const fault = new Error("no");
				const failing = db.rehearse(async (rehearsed) => {
					await rehearsed.query("INSERT INTO step VALUES (1)");
					throw fault;
				});
				await expect(failing).rejects.toBe(fault);
				expect(await count()).toBe(0);
				await db.query("INSERT INTO step VALUES (1)");
				expect(await count()).toBe(1);
			} finally {
				await db.close();
			}
		},
	);
}
