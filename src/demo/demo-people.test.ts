import { describe, expect, test } from "vitest";
import {
	byTitle,
	type DemoEntity,
	find,
	kinds,
	linksOf,
	projectKeys,
	repeated,
	workspace,
} from "../../test/support/read-demo.ts";
import { foldTitle } from "../graph/model/entity.ts";
import { isReference, listReferences } from "../graph/model/field.ts";

const accountKeys = workspace.accounts.map((account) => account.id);

describe("rights", () => {
	test("three accounts, one of each role, and a project that two of them share", () => {
		expect(workspace.members.map((member) => member.role)).toEqual(["owner", "member", "guest"]);
		expect(repeated(workspace.accounts.map((account) => account.email))).toEqual([]);
		const named = workspace.projectMembers.map((member) => member.account_id);
		expect(named.filter((account) => !accountKeys.includes(account))).toEqual([]);
		const hidden = workspace.projectAccess.filter((access) => access.visibility === "private");
		expect(
			hidden.map(
				({ project_id }) =>
					workspace.projectMembers.filter((member) => member.project_id === project_id).length,
			),
		).toEqual([2]);
	});

	test("every project says who may enter it", () => {
		const projects = workspace.entities
			.filter((entity) => entity.kind === "project")
			.map((entity) => entity.id);
		expect([...projectKeys].sort()).toEqual(projects.sort());
	});

	test("everybody made only what they may write", () => {
		const role = new Map(workspace.members.map((member) => [member.account_id, member.role]));
		for (const { id: key, project_id: project, created_by: by } of workspace.entities) {
			const member = workspace.projectMembers.find(
				(entry) => entry.project_id === project && entry.account_id === by,
			);
			const mayWrite =
				project === null ? role.get(by) !== "guest" : ["editor", "admin"].includes(member?.role ?? "");
			expect({ key, by, mayWrite }).toEqual({ key, by, mayWrite: true });
		}
	});

	test("accounts can write one after the other, and no reference or link is lost", () => {
		const turn = (entity: DemoEntity): number =>
			workspace.accounts.findIndex((account) => account.id === entity.created_by);
		const heals = (from: DemoEntity, to: DemoEntity): boolean =>
			from.project_id === to.project_id && from.visibility === to.visibility;
		const lost = workspace.entities.flatMap((entity) => {
			const fields = kinds
				.get(entity.kind)
				.fields.filter(isReference)
				.flatMap((field) => listReferences(entity.props[field.name]).map(find));
			const links = linksOf(entity).flatMap((title) => byTitle.get(foldTitle(title)) ?? []);
			return [
				...fields.filter((target) => turn(target) > turn(entity)),
				...links.filter((target) => turn(target) > turn(entity) && !heals(entity, target)),
			].map((target) => `${entity.id} → ${target.id}`);
		});
		expect(lost).toEqual([]);
	});

	test("the guest states no edge to what a guest cannot read", () => {
		const blind = workspace.edges.filter(
			({ src_id, dst_id }) =>
				find(src_id).created_by === "sylvie" && find(dst_id).project_id !== "kingfisher",
		);
		expect(blind).toEqual([]);
	});

	test("an item inside an open project is private to its maker", () => {
		const hidden = workspace.entities.filter((entity) => entity.visibility === "private");
		expect(hidden.some((entity) => entity.project_id === "heron" && entity.created_by === "priya")).toBe(
			true,
		);
		expect(hidden.every((entity) => accountKeys.includes(entity.created_by))).toBe(true);
	});
});
