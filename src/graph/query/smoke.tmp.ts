import { answerQuery } from "../../graph/query/answer-query.ts";
import { indexRows } from "../../graph/query/index-rows.ts";
import { KindRegistry } from "../../graph/model/kind-registry.ts";
import { makeOwnKind } from "../../graph/model/own-kind.ts";
import { OWN_KINDS } from "../../demo/own-kinds.ts";
const kinds = new KindRegistry(OWN_KINDS.map(makeOwnKind));
for (const text of process.argv.slice(2)) {
 try { console.log(text, "=>", answerQuery({text, kinds, rows: indexRows([]), now: new Date(), timeZone: "UTC", thisId: undefined})); } catch (e: any) { console.log(text, "=>", e.message, e.code, e.details); }
}
