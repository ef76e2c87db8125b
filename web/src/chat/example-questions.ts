/** Questions that the demo workspace can answer, each showing another strength. */
const demoQuestions: readonly string[] = [
	"What blocks the pilot build of Heron 2?",
	"Why did we move the hinge to Lindqvist Marine?",
	"What is overdue, and who has it?",
	"What happens if the modem runs out?",
];

const generalQuestions: readonly string[] = [
	"What is blocked, and by what?",
	"What is overdue, and who has it?",
	"Which decisions are still open?",
	"What changed this week?",
];

const demoWorkspace = "Rillmark Instruments";

export function exampleQuestions(workspaceName: string): readonly string[] {
	return workspaceName === demoWorkspace ? demoQuestions : generalQuestions;
}
