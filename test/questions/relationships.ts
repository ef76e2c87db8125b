/** A question about how one thing hangs together with others, and the line that answers it: what, by which relation. */
export interface RelationshipQuestion {
	readonly focus: string;
	readonly query: string;
	readonly linked: string;
	readonly relation: string;
}

const ask = (focus: string, query: string, linked: string, relation: string): RelationshipQuestion => ({
	focus,
	query,
	linked,
	relation,
});

export const RELATIONSHIP_QUESTIONS: readonly RelationshipQuestion[] = [
	ask("task-lid-tool", "What plan does this task belong to?", "plan-hinge", "belongs_to_plan"),
	ask("task-lid-tool", "What holds this up?", "task-sign-samples", "blocked_by"),
	ask("task-lid-tool", "Which milestone is this for?", "ms-pilot-build", "targets_milestone"),
	ask("task-lid-tool", "What could go wrong here?", "risk-lid-tool", "has_risk"),
	ask("task-lid-tool", "Which decision does this rest on?", "dec-hinge", "depends_on"),
	ask("task-lid-tool", "Who does this?", "person-luc", "assigned_to"),
	ask("plan-hinge", "Which milestone does this plan aim at?", "ms-first-articles", "targets_milestone"),
	ask("plan-hinge", "Which decision does it need?", "dec-hinge", "requires"),
	ask("plan-hinge", "Which risk does it lower?", "risk-lid-tool", "mitigates"),
	ask("plan-hinge", "What does it deliver?", "out-cad-d", "produces"),
	ask("plan-hinge", "Who leads it?", "person-luc", "led_by"),
	ask("plan-pilot", "What has to happen before?", "plan-hinge", "depends_on"),
	ask("plan-certification", "Which risk does this plan lower?", "risk-slot", "mitigates"),
	ask("goal-ship-heron", "What does this goal depend on?", "goal-battery-life", "depends_on"),
	ask("goal-battery-life", "Which plan achieves this?", "plan-power", "achieved_by"),
	ask("dec-modem", "For whom does this wait?", "person-maren", "waits_for"),
	ask("dec-modem", "Where is it written up?", "doc-modem-memo", "references"),
	ask("risk-modem-eol", "Which milestone is in danger?", "ms-launch", "threatens"),
	ask("risk-webs", "Which requirement does this touch?", "req-accuracy", "threatens"),
	ask("risk-webs", "Whose risk is it?", "person-noor", "owned_by"),
	ask("task-web-filter", "What waits for this?", "task-firmware-093", "blocks"),
	ask("task-drill", "Why can't the drill be run?", "task-voice-route", "blocked_by"),
	ask("task-voice-route", "Which part of it is open?", "task-cordless", "has_task"),
	ask("task-print-book", "What comes out of it?", "out-threshold-book", "produces"),
	ask("insight-reamer", "What was this learnt from?", "signal-samples", "derived_from"),
	ask("doc-modem-memo", "Which decision points here?", "dec-modem", "referenced_by"),
	ask("ms-acceptance", "What has to be done first?", "ms-drill", "contains"),
	ask("ms-drill", "What is this a part of?", "ms-acceptance", "part_of"),
	ask("task-wayleave", "Which risk does it lower?", "risk-landowner", "mitigates"),
	ask("plan-message-path", "Which goal does this plan support?", "goal-four-minutes", "supports_goal"),
	ask("task-purchase-agreement", "What is it waiting for?", "task-licence-register", "blocked_by"),
];
