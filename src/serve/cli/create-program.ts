import { Command } from "commander";
import { addApprovalsCommand } from "./commands/approvals-command.ts";
import { addAskCommand, addContextCommand } from "./commands/ask-command.ts";
import { addBackupCommand, addMoveCommand, addRestoreCommand } from "./commands/backup-command.ts";
import { addBenchCommand } from "./commands/bench-command.ts";
import { addCompletionCommand } from "./commands/completion-command.ts";
import { addEvalCommand } from "./commands/eval-command.ts";
import { addExportCommand } from "./commands/export-command.ts";
import { addImportCommand } from "./commands/import-command.ts";
import { addMcpCommand } from "./commands/mcp-command.ts";
import { addModelsCommand } from "./commands/models-command.ts";
import { addDoctorCommand, addRepairCommand, addSqlSearchCommand } from "./commands/repair-command.ts";
import { addQueryCommand, addSearchCommand } from "./commands/search-command.ts";
import { addSettingsCommand } from "./commands/settings-command.ts";
import { addStartCommand } from "./commands/start-command.ts";
import { addSuggestionsCommand } from "./commands/suggestions-command.ts";
import { addSummarizeCommand } from "./commands/summarize-command.ts";
import { addTokenCommand, addUserCommand } from "./commands/user-command.ts";
import { VERSION } from "./terminal/version.ts";

/** Creates the program with every command. */
export function createProgram(): Command {
	const program = new Command("skein")
		.description("Your work as one typed graph, woven into the context a language model needs.")
		.version(VERSION)
		.showHelpAfterError()
		.exitOverride()
		.addHelpText(
			"after",
			`
Examples:
  skein start
  skein ask "What is overdue?"
  skein context "Why this supplier?" --explain

Ends with 0 when all went well, 1 when something went wrong, 2 when the command was not understood.
Standard output holds data only; remarks and progress go to standard error.`,
		);
	addStartCommand(program);
	addAskCommand(program);
	addContextCommand(program);
	addSearchCommand(program);
	addQueryCommand(program);
	addImportCommand(program);
	addExportCommand(program);
	addSuggestionsCommand(program);
	addMcpCommand(program);
	addUserCommand(program);
	addTokenCommand(program);
	addApprovalsCommand(program);
	addSettingsCommand(program);
	addSummarizeCommand(program);
	addModelsCommand(program);
	addDoctorCommand(program);
	addRepairCommand(program);
	addSqlSearchCommand(program);
	addBackupCommand(program);
	addRestoreCommand(program);
	addMoveCommand(program);
	addBenchCommand(program);
	addEvalCommand(program);
	addCompletionCommand(program);
	return program;
}
