import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { parseSync } from "vite";
import { listFiles, root } from "../../scripts/project.mjs";

/** A place in the sources, named so that an exception can be listed without a line number. */
export interface Finding {
	readonly file: string;
	readonly line: number;
	readonly code: string;
}

interface Node {
	readonly type: string;
	readonly start: number;
	readonly end: number;
	readonly [key: string]: unknown;
}

const CODE = /\.tsx?$/;
const NOT_SHIPPED = /\.test\.tsx?$|\.d\.ts$/;

interface Source {
	readonly file: string;
	readonly text: string;
	readonly tree: Node;
}

let read: readonly Source[] | undefined;

/** Every file that ships, of the server and of the browser app, parsed. */
function readSources(): readonly Source[] {
	read ??= ["src", "bench", "web/src"].flatMap((folder) =>
		listFiles(folder)
			.filter((file) => CODE.test(file) && !NOT_SHIPPED.test(file))
			.map((file) => {
				const text = readFileSync(join(root, file), "utf8");
				return { file, text, tree: parseSync(file, text).program as unknown as Node };
			}),
	);
	return read;
}

const isNode = (value: unknown): value is Node =>
	typeof value === "object" && value !== null && typeof (value as Node).type === "string";

function childrenOf(node: Node): readonly Node[] {
	return Object.values(node).flatMap((value) => (Array.isArray(value) ? value : [value]).filter(isNode));
}

function* walk(node: Node): Generator<Node> {
	yield node;
	for (const child of childrenOf(node)) yield* walk(child);
}

const lineOf = (text: string, place: number): number => text.slice(0, place).split("\n").length;

const describe = ({ file, text }: Source, { start, end }: Node): Finding => ({
	file,
	line: lineOf(text, start),
	code: text.slice(start, end).replace(/\s+/g, " "),
});

/** `Math.max.apply(null, list)`: the same by another name. Our own methods of that name take one argument. */
const isApply = ({ callee, arguments: given }: Node): boolean =>
	isNode(callee) &&
	isNode(callee.property) &&
	callee.property.name === "apply" &&
	(given as readonly unknown[]).length > 1;

/** Calls that pass a list as arguments. V8 puts arguments on the stack: a list of some 120,000 overflows it. */
export function findSpreadCalls(): readonly Finding[] {
	return readSources().flatMap((source) =>
		[...walk(source.tree)]
			.filter(({ type }) => type === "CallExpression" || type === "NewExpression")
			.filter(
				(call) =>
					(call.arguments as readonly Node[]).some(({ type }) => type === "SpreadElement") || isApply(call),
			)
			.map((call) => describe(source, call)),
	);
}

/** Every pattern that is written down as one. Those made of parts at run time are tested where they are made. */
export function findPatterns(): readonly (Finding & { readonly pattern: string; readonly flags: string })[] {
	return readSources().flatMap((source) =>
		[...walk(source.tree)].flatMap((node) => {
			const regex = node.regex as { pattern: string; flags: string } | undefined;
			return node.type === "Literal" && regex ? [{ ...describe(source, node), ...regex }] : [];
		}),
	);
}

const GLOBAL = /^(?=.*g)[a-z]+$/;
const isGlobalPattern = (node: unknown): boolean =>
	isNode(node) && GLOBAL.test((node.regex as { flags: string } | undefined)?.flags ?? "");

/** The names of constants of a file that are patterns for every match. */
function listGlobalPatterns(tree: Node): ReadonlySet<string> {
	const named = [...walk(tree)].filter(
		({ type, init }) => type === "VariableDeclarator" && isGlobalPattern(init),
	);
	return new Set(named.map(({ id }) => `${(id as Node).name}`));
}

/** Replacing every match by a text. The result is a tree with a node for each match: see `replace-each.ts`. */
function isPieceMaking({ type, callee, arguments: given }: Node, patterns: ReadonlySet<string>): boolean {
	if (type !== "CallExpression" || !isNode(callee) || !isNode(callee.property)) return false;
	const [what, by] = given as readonly (Node | undefined)[];
	if (what === undefined || by === undefined) return false;
	const isPattern = isGlobalPattern(what) || (what.type === "Identifier" && patterns.has(`${what.name}`));
	// With a plain text to look for, a function makes as many pieces.
	if (callee.property.name === "replaceAll") return !isPattern || !FUNCTIONS.has(by.type);
	return callee.property.name === "replace" && isPattern && !FUNCTIONS.has(by.type);
}

/** Calls in these files that make a text of as many pieces as there are matches. */
export function findPieceMaking(files: ReadonlySet<string>): readonly Finding[] {
	return readSources()
		.filter(({ file }) => files.has(file))
		.flatMap((source) => {
			const patterns = listGlobalPatterns(source.tree);
			const calls = [...walk(source.tree)].filter((node) => isPieceMaking(node, patterns));
			return calls.map((call) => describe(source, call));
		});
}

/** The files that a file imports. */
export function listImports(file: string): ReadonlySet<string> {
	const { tree } = readSources().find((source) => source.file === file) as Source;
	const from = (tree.body as readonly Node[])
		.filter(({ type }) => type === "ImportDeclaration")
		.map(({ source }) => `${(source as Node).value}`);
	return new Set(
		from.filter((path) => path.startsWith(".")).map((path) => posix.join(posix.dirname(file), path)),
	);
}

const nameOf = ({ type, name }: Node): string => `${type === "PrivateIdentifier" ? "#" : ""}${name}`;

const FUNCTIONS = new Set(["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"]);

/** The name a function is called by: its own, that of its constant, or that of its method. */
function* namedFunctions(tree: Node): Generator<{ readonly name: string; readonly body: Node }> {
	for (const node of walk(tree)) {
		if (node.type === "FunctionDeclaration" && isNode(node.id)) yield { name: `${node.id.name}`, body: node };
		if (node.type === "VariableDeclarator" && isNode(node.id) && isNode(node.init)) {
			if (FUNCTIONS.has(node.init.type)) yield { name: `${node.id.name}`, body: node.init };
		}
		if (node.type === "MethodDefinition" && isNode(node.key) && isNode(node.value)) {
			yield { name: `this.${nameOf(node.key)}`, body: node.value };
		}
	}
}

/** The functions that a body calls or hands on, by name. */
function listUses(body: Node, names: ReadonlySet<string>): ReadonlySet<string> {
	const used = new Set<string>();
	const note = (node: unknown): void => {
		if (!isNode(node)) return;
		if (node.type === "Identifier" && names.has(`${node.name}`)) used.add(`${node.name}`);
		if (node.type !== "MemberExpression" || !isNode(node.object) || !isNode(node.property)) return;
		const called = `this.${nameOf(node.property)}`;
		if (node.object.type === "ThisExpression" && names.has(called)) used.add(called);
	};
	for (const node of walk(body)) {
		if (node.type !== "CallExpression" && node.type !== "NewExpression") continue;
		note(node.callee);
		for (const argument of node.arguments as readonly unknown[]) note(argument);
	}
	return used;
}

/** Functions that come back to themselves, directly or by way of others in the same file. */
export function findRecursion(): readonly Finding[] {
	return readSources().flatMap((source) => {
		const functions = [...namedFunctions(source.tree)];
		const names = new Set(functions.map(({ name }) => name));
		const uses = new Map(functions.map(({ name, body }) => [name, listUses(body, names)]));
		const reaches = (from: string): ReadonlySet<string> => {
			const reached = new Set<string>();
			const waiting = [...(uses.get(from) ?? [])];
			for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
				if (reached.has(next)) continue;
				reached.add(next);
				for (const further of uses.get(next) ?? []) waiting.push(further);
			}
			return reached;
		};
		return functions
			.filter(({ name }) => reaches(name).has(name))
			.map(({ name, body }) => ({ ...describe(source, body), code: name }));
	});
}
