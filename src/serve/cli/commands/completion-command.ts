import { Argument, type Command } from "commander";
import { printHelp } from "../terminal/add-command.ts";
import { print } from "../terminal/talk.ts";

export function addCompletionCommand(program: Command): void {
	program
		.command("completion")
		.description("Print a script that lets your shell complete commands and options")
		.addArgument(new Argument("<shell>", "your shell").choices(SHELLS))
		.addHelpText(
			"after",
			printHelp({
				examples: [
					"skein completion bash > ~/.local/share/bash-completion/completions/skein",
					`skein completion zsh > "\${fpath[1]}/_skein"`,
					"skein completion fish > ~/.config/fish/completions/skein.fish",
				],
			}),
		)
		.action((shell: Shell) => print(writeCompletion(shell, program)));
}

export const SHELLS = ["bash", "zsh", "fish"] as const;
export type Shell = (typeof SHELLS)[number];

/** The words that may follow `skein` and these words. */
interface Place {
	/** The words so far, such as `token create`. */
	readonly path: string;
	readonly words: readonly { readonly word: string; readonly about: string }[];
}

/** Lists the places from the commands themselves, so that none can be forgotten. */
function listPlaces(command: Command, path: readonly string[] = []): Place[] {
	const options = command.options.flatMap(({ long, description }) =>
		long ? [{ word: long, about: description }] : [],
	);
	const commands = command.commands.map((child) => ({ word: child.name(), about: child.description() }));
	const choices = command.registeredArguments.flatMap(({ argChoices = [] }) =>
		argChoices.map((word) => ({ word, about: "" })),
	);
	const words = [...commands, ...choices, ...options, { word: "--help", about: "how to use it" }];
	return [
		{ path: path.join(" "), words },
		...command.commands.flatMap((child) => listPlaces(child, [...path, child.name()])),
	];
}

const inSingleQuotes = (text: string): string => `'${text.replaceAll("'", "'\\''")}'`;

const listWords = ({ words }: Place): string => words.map(({ word }) => word).join(" ");

/** The longest run of words that names a command decides the suggestions. */
const bashCases = (places: readonly Place[]): string =>
	places
		.map((place) => `    ${inSingleQuotes(place.path)}) words=${inSingleQuotes(listWords(place))} ;;`)
		.join("\n");

const bash = (places: readonly Place[]): string => `_skein() {
  local word path="" words=""
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case "$word" in -*) break ;; esac
    case "\${path:+$path }$word" in
${places
	.filter(({ path }) => path !== "")
	.map(({ path }) => `      ${inSingleQuotes(path)}) path=${inSingleQuotes(path)} ;;`)
	.join("\n")}
      *) break ;;
    esac
  done
  case "$path" in
${bashCases(places)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
  if [ \${#COMPREPLY[@]} -eq 0 ]; then COMPREPLY=($(compgen -f -- "\${COMP_WORDS[COMP_CWORD]}")); fi
}
complete -F _skein skein`;

const zsh = (places: readonly Place[]): string => `#compdef skein
_skein() {
  local word place=""
  local -a offered
  for word in "\${(@)words[2,CURRENT-1]}"; do
    [[ "$word" == -* ]] && break
    case "\${place:+$place }$word" in
${places
	.filter(({ path }) => path !== "")
	.map(({ path }) => `      (${inSingleQuotes(path)}) place=${inSingleQuotes(path)} ;;`)
	.join("\n")}
      (*) break ;;
    esac
  done
  case "$place" in
${places
	.map(({ path, words }) => {
		const listed = words.map(({ word, about }) => inSingleQuotes(`${word.replaceAll(":", "\\:")}:${about}`));
		return `    (${inSingleQuotes(path)}) offered=(${listed.join(" ")}) ;;`;
	})
	.join("\n")}
  esac
  _describe 'skein' offered || _files
}
compdef _skein skein`;

function fish(places: readonly Place[]): string {
	const lines = places.flatMap(({ path, words }) =>
		words.map(({ word, about }) => {
			const what = word.startsWith("--") ? `-l ${word.slice(2)}` : `-f -a ${inSingleQuotes(word)}`;
			return `complete -c skein -n ${inSingleQuotes(`_skein_at "${path}"`)} ${what} -d ${inSingleQuotes(about)}`;
		}),
	);
	const known = places.map(({ path }) => inSingleQuotes(path)).join(" ");
	return `function _skein_at
  set -l place ""
  for word in (commandline -opc)[2..-1]
    string match -q -- '-*' $word; and break
    set -l next (string trim "$place $word")
    contains -- "$next" ${known}; or break
    set place "$next"
  end
  test "$place" = "$argv[1]"
end
${lines.join("\n")}`;
}

const WRITERS: Readonly<Record<Shell, (places: readonly Place[]) => string>> = { bash, zsh, fish };

const writeCompletion = (shell: Shell, program: Command): string => WRITERS[shell](listPlaces(program));
