import type { AnsweredQuestion } from "./answers.ts";

const ask = (query: string, ...gold: string[]): AnsweredQuestion => ({ query, gold });

/** The demo answers each of these, so "nothing found" is always wrong. Figures may be chosen by these. */
export const ANSWERABLE_QUESTIONS_COMPARED: readonly AnsweredQuestion[] = [
	// Key words alone
	ask("hinge supplier", "dec-hinge"),
	ask("swan", "doc-trial-diary"),
	ask("Norrfield chamber cost", "doc-certification"),
	ask("dangerous goods form", "task-courier"),
	ask("torque key setting", "note-field-kit"),
	ask("orange badge", "page-handbook"),
	ask("fox den", "task-upper-posts"),
	ask("blue cabinet", "task-licence-register"),
	ask("school flood doors caretaker", "doc-storm-night"),
	ask("siren masts cost", "dec-no-sirens"),
	ask("rating curve", "note-glossary"),
	ask("recall cost 100 units", "dec-pilot-size"),
	ask("ring binder", "out-threshold-book"),
	ask("boat handling", "person-fergus"),

	// With slips of the hand
	ask("hybird capacitor extra cost", "dec-battery"),
	ask("what did the metalurgist's letter say about sulfide lines", "task-metallurgist"),
	ask("who may read the answers of people who are leving?", "page-handbook"),
	ask("why does mrs ashdwon want another name on the map", "note-weir-visit"),
	ask("How many secconds until Parlo rings?", "doc-message-path"),
	ask("quilon price per piece", "doc-modem-memo"),
	ask("whats the mision of the hardware team", "team-hardware"),
	ask("wat is Aquaterms notice period for a new owner", "plan-diligence"),

	// Short
	ask("How many lids has Fergus lost?", "doc-hinge-options"),
	ask("What do hollow dots mean?", "doc-web-report"),
	ask("upstream or downstream side of the bridge?", "doc-mounting-place"),
	ask("when should I bring Maren bad news?", "note-maren"),
	ask("On which Fridays is Luc away, and why?", "note-luc"),
	ask("What is the severe level at Kiln Green?", "doc-thresholds"),
	ask("Does the Wi-Fi mesh still carry anything?", "dec-mesh"),
	ask("Who found the test address of the level feed?", "out-open-feed"),
	ask("what does the seller ask for the company?", "doc-offer"),
	ask("What does a shielded room cost?", "doc-licences"),
	ask("who speaks first on day 1 after the purchase?", "plan-hundred-days"),
	ask("Is chocolate part of the kit?", "page-field-kit"),
	ask("When does the Lindqvist foundry close?", "note-suppliers"),
	ask("do loaned units count towards the hundred?", "goal-ship-heron"),

	// Long
	ask(
		"A customer asks how far we brought the current down over the releases, from what to what was it?",
		"plan-power",
	),
	ask(
		"I heard the officer who can change thresholds looks for a job elsewhere, is that written down?",
		"risk-officer",
	),
	ask("During the pilot build, on which days is Hana at Pelham and what is done on the first?", "plan-pilot"),
	ask(
		"Could you look up how much warning the school has with the weir gauge and without it?",
		"doc-weir-access",
	),
	ask(
		"In the nine-step test, how long does a complete run take and would a second jig be worth it?",
		"doc-pilot-test",
	),
	ask(
		"For the loan talks: what does our equity quota fall to after the purchase, where is it today?",
		"plan-financing",
	),
	ask(
		"A warden did not want centimetres but the name of the field. Where did we note that?",
		"note-survey-remarks",
	),
	ask(
		"if the same fault in a returned unit comes back a third time, what are people to do?",
		"page-handbook",
	),

	// Others
	ask("What happened to the answer rate in the month of the seven ambers?", "risk-false-alarms"),
	ask("How heavy is the first screen of the portal today?", "out-portal"),
	ask("What did the cricket club confirm?", "task-kiln-green-levels"),
	ask("Which clause of the contract gives us a free month?", "task-credit-tellwise"),
	ask("How often does Fergus read each staff gauge on his weekly visit?", "plan-trial"),
	ask("Which key results belong to Half the service kilometres?", "okr-service"),
];

/** The same, and nobody looks at these while tuning. */
export const ANSWERABLE_QUESTIONS_KEPT: readonly AnsweredQuestion[] = [
	// Key words alone
	ask("modem price BT-40 per piece", "doc-modem-memo"),
	ask("good stout", "doc-trial-diary"),
	ask("five launch countries radio", "req-radio-rules"),
	ask("paper mill foam", "task-foam-site"),
	ask("laminated wiring card", "page-field-kit"),
	ask("ladder briefing", "page-handbook"),
	ask("old gate debris guard", "task-post-14"),
	ask("crystal batch", "signal-crystal"),
	ask("Tellwise outage 01:52", "doc-storm-night"),
	ask("film renewed each year", "dec-web-film"),
	ask("stilling pipe frogs", "note-glossary"),
	ask("earn-out amount", "dec-loan-earnout"),
	ask("wet-hands format", "out-mounting-guide"),
	ask("embedded C", "person-priya"),

	// With slips of the hand
	ask("radar modul energy third price 38 euros", "dec-radar"),
	ask("what did vargas system store insted of the steel grade", "note-call-varga"),
	ask("do we travell by train or may we fly", "page-handbook"),
	ask("wich warden remark came nineteen times", "note-survey-remarks"),
	ask("What is the raise per hour that ambre needs?", "dec-two-step"),
	ask("why does hana ask supliers once a year what theyd rather stop makeing", "note-hana"),
	ask("mision of the office team", "team-office"),
	ask("has a radio laywer given an opinion on the transfer", "doc-licences"),

	// Short
	ask("Why not captive screws for the lid?", "doc-hinge-options"),
	ask("Did the warden mind being woken by a spider?", "note-warden-call"),
	ask("which photographs are taken when a gauge is mounted?", "doc-mounting-place"),
	ask("can I call Samir before three?", "note-samir"),
	ask("Whom do I call if a gauge answers wrongly?", "note-priya"),
	ask("What is the highest known level at Kiln Green?", "doc-thresholds"),
	ask("What did the two insurers want?", "dec-insurers"),
	ask("how far does the arm reach at Tenter?", "task-tenter-arm"),
	ask("hm, what profit per year does case A assume?", "doc-offer"),
	ask("What would a licence of the modem have cost?", "dec-buy-not-license"),
	ask("when are the orders for the modem reopened?", "plan-hundred-days"),
	ask("Is Rillmark a real company?", "note-welcome"),
	ask("When does Iain Brannock answer the phone himself?", "note-suppliers"),
	ask("who are the customers for the gauge?", "doc-heron-context"),

	// Long
	ask("In the cold chamber log some transmissions failed, what was the lowest voltage in it?", "signal-cold"),
	ask(
		"Can any officer export the log with the wardens' numbers in it, and is that a known problem?",
		"risk-consent",
	),
	ask(
		"When we go to the test house, who drives the laptop and how many units come along?",
		"doc-certification",
	),
	ask(
		"If Mrs Ashdown says no in the end, which other places for the gauge did we think of?",
		"doc-weir-access",
	),
	ask("How does the message path go on when a text has no receipt and nobody presses 1?", "doc-message-path"),
	ask(
		"For the budget I would like to know what each of the three valuation cases assumes about Aquaterm.",
		"out-valuation",
	),
	ask(
		"At the review with the cracked pin Maren said something about seven weeks hurting, what exactly?",
		"note-review-hinge",
	),
	ask(
		"what should the first sentence of a letter to a customer say when it was us who got it wrong?",
		"page-handbook",
	),

	// Others
	ask("How long was post 14 away before it was back?", "task-post-14"),
	ask("What is in the season report and how many pages does it have?", "out-season-report"),
	ask("How many visits has the battery warning of the posts saved?", "task-battery-alarm"),
	ask("How much of the stock of Brannock can never be sold?", "plan-diligence"),
	ask("When does the plan with the two message routes count as ready?", "plan-message-path"),
	ask("Which key results stand behind Reports that customers forward?", "okr-reports"),
];
