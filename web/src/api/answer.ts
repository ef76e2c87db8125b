import type { z } from "zod";

/** What was told is never changed in place. */
type Frozen<Value> = Value extends object ? { readonly [Key in keyof Value]: Frozen<Value[Key]> } : Value;

/** What the server answers, by the schema that it describes the answer with: a key renamed there breaks the build here. */
export type Answer<Schema extends z.ZodType> = Frozen<z.infer<Schema>>;
