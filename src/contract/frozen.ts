import type { z } from "zod";

/** Nothing that was sent is changed in place. */
export type Frozen<Value> = Value extends object
	? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
	: Value;

/** JSON has no undefined: a key has a value, or it is absent. */
type Sent<Value> = Value extends object
	? { readonly [Key in keyof Value]: Sent<Exclude<Value[Key], undefined>> }
	: Value;

/** What the server answers, by the schema that it describes the answer with: a key renamed there breaks the build here. */
export type Answer<Schema extends z.ZodType> = Sent<z.infer<Schema>>;

/** What the server takes, by the schema that it checks it with. */
export type Body<Schema extends z.ZodType> = Sent<z.input<Schema>>;
