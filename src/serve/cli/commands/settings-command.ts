import { type Command, InvalidArgumentError } from "commander";
import type { Answer } from "../../../contract/frozen.ts";
import type { settingsSchema } from "../../../contract/settings.ts";
import { withClient } from "../client/open-client.ts";
import { addCommand, type CommonOptions, gather } from "../terminal/add-command.ts";
import { colors, print, printJson } from "../terminal/talk.ts";

type Tree = { readonly [key: string]: unknown };

type Settings = Answer<typeof settingsSchema>;

interface Options extends CommonOptions {
	readonly language?: string;
	readonly set?: readonly string[];
	readonly unset?: readonly string[];
}

const isTree = (value: unknown): value is Tree => typeof value === "object" && value !== null;

/** `true`, `8000` and `"text"` as JSON has them; anything else is text. */
function readValue(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return text;
	}
}

/** `context.tokenBudget.total=8000` */
function checkSetting(text: string, previous?: readonly string[]): readonly string[] {
	if (!/^[^=]+=./.test(text)) throw new InvalidArgumentError("It takes key=value.");
	return gather(text, previous);
}

const nest = (path: readonly string[], value: unknown): unknown =>
	path.reduceRight<unknown>((inner, key) => ({ [key]: inner }), value);

function join(left: unknown, right: unknown): unknown {
	if (!isTree(left) || !isTree(right)) return right;
	const shared = Object.keys(left).filter((key) => Object.hasOwn(right, key));
	return {
		...left,
		...right,
		...Object.fromEntries(shared.map((key) => [key, join(left[key], right[key])])),
	};
}

/** Returns the change in the form the route accepts; undefined when the command only prints the settings. */
function composePatch({ language, set = [], unset = [] }: Options): Tree | undefined {
	const changes = [
		...set.map((text) => {
			const [path = "", ...value] = text.split("=");
			return nest(path.trim().split("."), readValue(value.join("=")));
		}),
		...unset.map((path) => nest(path.trim().split("."), null)),
		...(language === undefined ? [] : [{ language }]),
	];
	return changes.length === 0 ? undefined : (changes.reduce(join) as Tree);
}

/** Lists every figure on a line of its own, under its path; those set in this workspace are marked. */
function listFigures(inEffect: Tree, set: unknown, path: string): readonly string[] {
	return Object.entries(inEffect).flatMap(([key, value]) => {
		const own = isTree(set) && Object.hasOwn(set, key) ? set[key] : undefined;
		const name = `${path}.${key}`;
		if (isTree(value)) return listFigures(value, own, name);
		const line = `${name.padEnd(50)} ${String(value)}`;
		return [own === undefined ? colors.dim(line) : `${line}  ${colors.cyan("set here")}`];
	});
}

function describeSettings({ language, languages, context, contextInEffect }: Settings): string {
	const known = languages.map(({ code }) => code).join(", ");
	return [
		`${"language".padEnd(50)} ${language}  ${colors.dim(`(${known})`)}`,
		...listFigures(contextInEffect, context, "context"),
	].join("\n");
}

export function addSettingsCommand(program: Command): void {
	addCommand(program, "settings", {
		about: "Show or change how the workspace is set up",
		examples: [
			"skein settings",
			"skein settings --language de",
			"skein settings --set context.tokenBudget.total=8000 --set context.truncation.defaultStrategy=summarize",
			"skein settings --unset context.tokenBudget",
		],
	})
		.option("--language <code>", "in which language words are read: en, de, fr …, or none")
		.option("--set <key=value>", "set a figure of this workspace; may be given several times", checkSetting)
		.option("--unset <key>", "take a figure back to that of the installation", gather)
		.action((options: Options) =>
			withClient(options, { whenEmpty: "refuse" }, async (client) => {
				const patch = composePatch(options);
				const settings =
					patch === undefined
						? await client.get<Settings>("/api/settings")
						: await client.patch<Settings>("/api/settings", patch);
				if (options.json) printJson(settings);
				else print(describeSettings(settings));
			}),
		);
}
