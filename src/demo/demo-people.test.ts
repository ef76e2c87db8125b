import { describe, expect, test } from "vitest";
import {
	byTitle,
	find,
	kinds,
	linksOf,
	listKeys,
	projectKeys,
	repeated,
	workspace,
} from "../../test/support/read-demo.ts";
import { foldTitle } from "../graph/model/entity.ts";
import type { DemoEntity } from "./demo-part.ts";

describe("rights", () => {
	test("three accounts, one of each role, and a project that two of them share", () => {
		expect(workspace.accounts.map((account) => account.role)).toEqual(["owner", "member", "guest"]);
		expect(repeated(workspace.accounts.map((account) => account.email))).toEqual([]);
		const keys = workspace.accounts.map((account) => account.key);
		const named = workspace.projectAccess.flatMap((access) => access.members.map((member) => member.account));
		expect(named.filter((account) => !keys.includes(account))).toEqual([]);
		const hidden = workspace.projectAccess.filter((access) => access.visibility === "private");
		expect(hidden.map((access) => access.members.length)).toEqual([2]);
	});

	test("every project says who may enter it", () => {
		const projects = workspace.entities
			.filter((entity) => entity.kind === "project")
			.map((entity) => entity.key);
		expect([...projectKeys].sort()).toEqual(projects.sort());
	});

	test("everybody made only what they may write", () => {
		const role = new Map(workspace.accounts.map((account) => [account.key, account.role]));
		for (const { key, project, by } of workspace.entities) {
			if (by === undefined) continue;
			const access = workspace.projectAccess.find((entry) => entry.project === project);
			const member = access?.members.find((entry) => entry.account === by);
			const mayWrite =
				project === undefined ? role.get(by) !== "guest" : ["editor", "admin"].includes(member?.role ?? "");
			expect({ key, by, mayWrite }).toEqual({ key, by, mayWrite: true });
		}
	});

	test("accounts can write one after the other, and no reference or link is lost", () => {
		const turn = (entity: DemoEntity): number =>
			workspace.accounts.findIndex((account) => account.key === entity.by);
		const heals = (from: DemoEntity, to: DemoEntity): boolean =>
			from.project === to.project && from.visibility === to.visibility;
		const lost = workspace.entities.flatMap((entity) => {
			const fields = kinds
				.get(entity.kind)
				.fields.flatMap((field) => listKeys(entity.props?.[field.name]).map(find));
			const links = linksOf(entity).flatMap((title) => byTitle.get(foldTitle(title)) ?? []);
			return [
				...fields.filter((target) => turn(target) > turn(entity)),
				...links.filter((target) => turn(target) > turn(entity) && !heals(entity, target)),
			].map((target) => `${entity.key} → ${target.key}`);
		});
		expect(lost).toEqual([]);
	});

	test("the guest states no edge to what a guest cannot read", () => {
		const blind = workspace.edges.filter(
			({ src, dst }) => find(src).by === "sylvie" && find(dst).project !== "kingfisher",
		);
		expect(blind).toEqual([]);
	});

	test("an item inside an open project is private to its maker", () => {
		const hidden = workspace.entities.filter((entity) => entity.visibility === "private");
		expect(hidden.some((entity) => entity.project === "heron" && entity.by === "priya")).toBe(true);
		expect(hidden.every((entity) => entity.by !== undefined)).toBe(true);
	});
});
