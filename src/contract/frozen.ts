import type { z } from "zod";

/** Nothing that was sent is changed in place. */
export type Frozen<Value> = Value extends object
	? { readonly [Key in keyof Value]: Frozen<Value[Key]> }
	: Value;

/** JSON has no undefined: a key has a value, or it is absent. */
type Sent<Value> = Value extends object
	? { readonly [Key in keyof Value]: Sent<Exclude<Value[Key], undefined>> }
	: Value;

/** The answer of the server, by the schema that describes it: a key renamed there breaks the build here. */
export type Answer<Schema extends z.ZodType> = Sent<z.infer<Schema>>;

/** The request body, by the schema that checks it. */
export type Body<Schema extends z.ZodType> = Sent<z.input<Schema>>;
