import type { z } from "zod";

/** What was told is never changed in place, and JSON has no undefined: a key is there with a value, or not at all. */
type Frozen<Value> = Value extends object
	? { readonly [Key in keyof Value]: Frozen<Exclude<Value[Key], undefined>> }
	: Value;

/** What the server answers, by the schema that it describes the answer with: a key renamed there breaks the build here. */
export type Answer<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;

/** What the server takes, by the schema that it checks it with. */
export type Body<Schema extends z.ZodType> = Frozen<z.input<Schema>>;
