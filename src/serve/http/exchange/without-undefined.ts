/** A key that was left out must not stand there as undefined: laid over something, it would take that away. */
export const withoutUndefined = <Value extends object>(
	value: Value,
): { [Key in keyof Value]?: Exclude<Value[Key], undefined> } =>
	Object.fromEntries(Object.entries(value).filter(([, entry]) => entry !== undefined)) as never;
