/** The rules of the house: the longest page of the demo, long enough that a summary of it has to leave something out. */
export const HANDBOOK = `# Handbook

What is written here holds until somebody writes something better. Anybody may; [[Maren Oyelaran]] reads every change on Sunday evening and asks about those she does not understand. A rule that nobody could explain for a month is struck out.

## Your first week

On the first morning you get a key, a bench, a laptop and a person. The person is called your neighbour and sits next to you for a month. Their work comes second for that month, and their planning says so.

You are expected to break something in the first week. Tell your neighbour, write down what happened, and mend it together. Whoever laughs buys cake.

- Monday: keys, accounts, the round through the workshop, lunch with everybody.
- Tuesday: half a day with the people who answer the telephone. Listen, do not answer.
- Wednesday: your bench, your first small repair from the shelf of returned units.
- Thursday: a trip to the nearest site, with boots from the cupboard in the hall.
- Friday: you show the others one thing that you found odd. This is not a courtesy; three rules on this page began as such a remark.

## Hours and places

The workshop is open from six in the morning until eight in the evening. When you work within these hours is your affair, as long as the people who need you know when that is. Between ten and two we try to be reachable.

Work at home needs no permission, only a line in the calendar. Work in the workshop alone after eight needs one: solder, mains and river water have all hurt people who were by themselves.

Nobody is called on a Sunday, with one exception. During a flood warning of the second level the person on duty is called, and gets two days off for it, to be taken within six weeks. Days that are not taken do not turn into money.

## How we meet

- Reviews start with what is blocked, see [[How we run a review]].
- Nobody decides alone above 20,000 euros, and nobody waits for a meeting below 500.
- A meeting without a page to read beforehand is a chat. Chats are good, and end after a quarter of an hour.
- Whoever invites says what will be different afterwards. If nothing will be, send the page.
- Cameras are for those who like them. Notes are for everybody.

Twice a year we close for a day and walk along a river. There is no agenda. The best idea of last spring came up while four of us looked for a lost glove.

## Money

Buy what you need for your work up to 500 euros and hand in the receipt within the month. Above that, ask whoever is responsible for the budget of the project; they answer within two working days or the answer is yes. Above 5,000 euros two people sign, above 20,000 euros Maren is one of them.

Travel by train where it takes less than six hours. In the field, sleep where you sleep well: a tired technician on a ladder costs more than any hotel. Meals are paid by receipt, without a daily limit; so far nobody has made us regret that.

Everybody may see what everybody earns by level. Levels are described in a table that the office keeps, and are looked at each January. Asking for more is done in writing, and answered in writing.

## How we measure

A number without a unit is a rumour. A number without a date is history.

- [ ] Put the unit behind every number in the old trial tables
- [x] One calibration book for all benches
- [ ] Mark the spanners of the second bench, they wander

Every instrument on a bench has a card. On it stand who checked it, against what, and when it is due again. An instrument whose card is overdue goes on the red shelf, whatever it seems to show. Whoever needs it today checks it today.

Write results down before you interpret them. If you throw a measurement away, keep it, cross it out so that it stays readable, and write beside it why. Two of our better findings were lying among the crossed-out ones.

## How we write to customers

Say what happened, what it means for their river, and when we call again. In that order.

Do not promise a day that depends on somebody else. Say what we are waiting for and from whom, and which day we will know more. A customer who hears from us every Thursday does not ring on Friday.

Do not send a picture of a fault without a sentence that says what is to be seen on it. Do not write "as discussed"; write what was discussed.

When we were wrong, the first sentence says so. Reasons come after it, and only those that the customer can use.

## In the field

Two people go to a bridge, always. One of them may be from the customer if they have had the ladder briefing, which takes twenty minutes and is repeated every year.

Before you leave the van, the other one knows where you are going to stand. Life jackets are worn from the top of the bank, not from the edge of the water. Nobody goes out at all when the wardens have raised the second level, unless the wardens ask us to, and then only with them.

What goes along stands in [[What goes into the field kit]]. Back at the van, both count. What is missing is written down even if it is a pencil.

Landowners are people who let us stand on their grass. Greet them before you unload, close every gate, take the packaging home. If somebody asks you to leave, leave, and ring the office from the road.

## Things that break

A returned unit is opened by somebody who did not build it. The first thing written down is what the customer said, in their words. Then come pictures, then the screwdriver.

Every fault gets a name that a child could remember, because numbers are confused on the telephone. The names are listed on the wall beside the coffee machine, with the week in which the cause was found. Those without a week are read aloud on the first Monday of the month.

If the same fault comes back a third time, whoever is working on something new stops and helps. This has happened twice, and was right twice.

## The workshop

Whoever opens the workshop in the morning walks round once before switching anything on. Whoever closes it walks round again, and writes the time on the slate by the door. The slate is never wiped during a week, so that a missing evening can be seen.

Machines that cut are used with the hood down and sleeves up. There is a list of who has been shown which machine; if your name is not on it, ask for a quarter of an hour with somebody whose name is. Nobody has ever been refused, and nobody is shown a machine after three in the afternoon on a Friday.

Adhesives and solvents are dated when they are opened. What is older than its label goes into the yellow bin, also when it still smells right. Batteries that were dropped go outside, onto the stone shelf, and stay there for a night before anybody opens the case.

- [x] A second fire blanket, beside the oven
- [ ] New lamps over the long bench; the old ones flicker on video
- [ ] Somebody who wants to look after the compressor

Tools belong to the wall, not to people. If you took one home, bring it back and say nothing; if you find one missing, say so and blame nobody. Twice a year the wall is photographed, and the two pictures are compared over coffee.

## Visitors

Visitors are welcome on Wednesdays, and on other days if somebody here looks after them. They sign the book, wear the orange badge and get shown the tank, because everybody likes the tank. Children may press the button that makes the wave.

Pictures may be taken of the tank, of the river map and of people who say yes. The benches are covered before a group comes, not because of secrets but because half of what lies there looks dangerous and is not.

Schools are shown round for nothing. Competitors are shown round too, with coffee, and we ask them to return the invitation; two have.

Journalists are passed on to the office. What you say to them over lunch is said for all of us, so say that you would like to think about it and write their number down. Nobody has been annoyed by that yet.

## Keys, words and papers

Passwords live in the password manager and nowhere else. If you find one in a note, change it first and ask afterwards.

Drawings that leave the house carry a date and the initials of whoever released them. What is marked confidential is not read out on trains. That sounds obvious; it was put here after a conversation in a full carriage.

Contracts are kept by the office. Copies on your own machine are deleted when the work is done, and the office sends a reminder each quarter.

## When you are ill, or tired

If you are ill, write one line and stay in bed. You do not have to say what you have. From the fourth day on the office needs a certificate, because the insurance wants it; we do not.

If you are tired for longer than a week, say so to whoever you trust here. We have moved deadlines for this before and will again. The work gets better when people sleep.

Parents of small children choose their meetings first. Everybody else fits around them without sighing.

## Leaving

People leave, and that is all right. Give us the time that your contract says, and write down what only you know: half a page for each thing, in the order in which somebody will miss it. Your last Friday is free, and there is soup.

We ask everybody who leaves the same three questions. What should we have changed earlier? What should we not change? Whom should we have listened to? The answers are read by Maren and by nobody else, unless you say otherwise.

## How this page changes

Edit it. Keep sentences short, give an example where a rule sounds odd, and take out as much as you put in. If a change touches money, safety or working hours, it takes effect a week after it was written, so that people can object. Everything else holds at once.`;
