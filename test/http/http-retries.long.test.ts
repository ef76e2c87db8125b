import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { entityPageSchema, entitySchema } from "../../src/contract/entity.ts";
import { tokensSchema } from "../../src/contract/token.ts";
import { expectProblem, type HttpCaller } from "../support/http-caller.ts";
import { Random } from "../support/random.ts";
import { type ServedWorkbench, serveWorkbench } from "../support/serve-workbench.ts";
import { TEST_ENGINES } from "../support/test-engines.ts";

/** On each engine: a thousand in all. */
const SCHEDULES = Number(process.env.SKEIN_PROVE_SCHEDULES ?? 200);
const AT_ONCE = 20;

describe.each(TEST_ENGINES)("$name", ({ open, skip }) => {
	describe.skipIf(skip)("a retry does nothing twice", () => {
		let served: ServedWorkbench;
		let ada: HttpCaller;
		let ben: HttpCaller;

		beforeAll(async () => {
			served = await serveWorkbench(await open());
			[ada, ben] = [await served.caller("ada"), await served.caller("ben")];
		});
		afterAll(() => served?.close());

		const post = (key: string, title: string, as = ada): Promise<Response> =>
			as.call("/api/entities", { body: { kind: "note", title }, headers: { "idempotency-key": key } });

		const countNamed = async (title: string): Promise<number> =>
			(await ada.read(entityPageSchema, `/api/entities?q=${encodeURIComponent(title)}&limit=1`)).total;

		test("[C12] sent again, one after the other or at once, it answers the same bytes", async () => {
			const answers = await Promise.all(Array.from({ length: 5 }, () => post("k1", "Once only")));
			answers.push(await post("k1", "Once only"));
			const told = await Promise.all(
				answers.map(async (answer) => [
					answer.status,
					answer.headers.get("skein-change"),
					await answer.text(),
				]),
			);
			expect(told[0]?.[0]).toBe(201);
			for (const each of told) expect(each).toEqual(told[0]);
			expect(await countNamed("Once only")).toBe(1);
		});

		test("[C12] another request under the same key is refused", async () => {
			await post("k2", "First");
			await expectProblem(await post("k2", "Second"), 422, "idempotency_key_reused");
			const first = await ada.read(entityPageSchema, "/api/entities?q=First");
			const options = { method: "DELETE", headers: { "idempotency-key": "k2" } };
			const elsewhere = await ada.call(`/api/entities/${first.entities[0]?.id}`, options);
			await expectProblem(elsewhere, 422, "idempotency_key_reused");
			expect(await countNamed("Second")).toBe(0);
		});

		test("[C12] keys are one's own: of two people with the same key both are heard", async () => {
			expect((await post("k3", "Ada's own")).status).toBe(201);
			expect((await post("k3", "Ben's own", ben)).status).toBe(201);
			const robot = await served.caller("ada", { mode: "write" });
			expect((await post("k3", "Robot's own", robot)).status).toBe(201);
		});

		test("[C12] a request that failed is tried again, and a read-only token gets no answer of a writer", async () => {
			const draft = { kind: "task", title: "Waits", project_id: "01900000-0000-7000-8000-000000000000" };
			const send = (body: object) =>
				ada.call("/api/entities", { body, headers: { "idempotency-key": "k4" } });
			await expectProblem(await send(draft), 404, "not_found");
			await expectProblem(await send(draft), 404, "not_found");
			expect((await send({ kind: "note", title: "Waits" })).status).toBe(201);
			const reader = await served.caller("ada", { mode: "read" });
			await expectProblem(await post("k4", "Waits", reader), 403, "forbidden");
		});

		test("[C12] a token made twice is one token, and its secret is not kept to be shown again", async () => {
			const make = () =>
				ada.call("/api/tokens", { body: { name: "twice" }, headers: { "idempotency-key": "k5" } });
			expect((await make()).status).toBe(201);
			await expectProblem(await make(), 409, "token_shown");
			const { tokens } = await ada.read(tokensSchema, "/api/tokens");
			expect(tokens.filter(({ name }) => name === "twice")).toHaveLength(1);
			const kept = await served.bench.db.query("SELECT result::text FROM request_once");
			expect(JSON.stringify(kept)).not.toContain("skein_");
		});

		test.each(["", "two words", "x".repeat(201)])("the key %j is none", async (key) => {
			const answer = await post(key, "Keyless");
			if (key !== "") await expectProblem(answer, 400, "invalid_idempotency_key");
		});

		test("a route that cannot promise it says so", async () => {
			const headers = { "idempotency-key": "k6" };
			await expectProblem(
				await ada.call("/api/suggestions/dismiss", { body: { key: "any" }, headers }),
				400,
				"idempotency_unsupported",
			);
		});

		test(`[C12] [C2] ${SCHEDULES} random schedules: nothing twice, nothing lost, losers get the row`, async () => {
			const random = new Random(20_261_116);
			let lost = 0;
			const run = async (number: number): Promise<void> => {
				const title = `Schedule ${number} of ${SCHEDULES}`;
				const sendings = random.between(1, 3);
				const made = await Promise.all(Array.from({ length: sendings }, () => post(`s${number}`, title)));
				const rows = await Promise.all(made.map(async (answer) => entitySchema.parse(await answer.json())));
				expect(new Set(rows.map(({ id }) => id)).size).toBe(1);
				const { id } = rows[0] as { id: string };
				// Several write from the same version, each perhaps more than once: one wins, once.
				const writers = random.between(1, 3);
				const patches = await Promise.all(
					Array.from({ length: writers * sendings }, (_, index) => {
						const writer = index % writers;
						const body = { version: 1, props: { [`by_${writer}`]: number } };
						const headers = { "idempotency-key": `s${number} by ${writer}`.replaceAll(" ", "-") };
						return ada.call(`/api/entities/${id}`, { method: "PATCH", body, headers });
					}),
				);
				const won = new Set<number>();
				for (const [index, answer] of patches.entries()) {
					if (answer.status === 200) won.add(index % writers);
					else {
						expect(answer.status).toBe(409);
						const { current } = (await answer.json()) as { current: { version: number } };
						expect(current.version).toBe(2);
						lost += 1;
					}
				}
				const final = entitySchema.parse(await (await ada.call(`/api/entities/${id}`)).json());
				expect(final.version).toBe(2);
				expect(Object.keys(final.props)).toEqual([...won].map((writer) => `by_${writer}`));
				expect(won.size).toBe(1);
			};
			for (let number = 0; number < SCHEDULES; number += AT_ONCE) {
				const batch = Math.min(AT_ONCE, SCHEDULES - number);
				await Promise.all(Array.from({ length: batch }, (_, index) => run(number + index)));
			}
			expect(await countNamed(`of ${SCHEDULES}`)).toBe(SCHEDULES);
			expect(lost).toBeGreaterThan(SCHEDULES / 10);
		}, 240_000);
	});
});
