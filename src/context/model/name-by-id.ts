const isPlain = (value: unknown): value is Record<string, unknown> =>
	typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;

/** A copy in which whatever has an id and a ref is called by its id, so that every printer prints that. */
export function nameById<Value>(value: Value): Value {
	if (Array.isArray(value)) return value.map(nameById) as Value;
	if (value instanceof Map) return new Map([...value].map(([key, entry]) => [key, nameById(entry)])) as Value;
	if (!isPlain(value)) return value;
	const copy = Object.fromEntries(Object.entries(value).map(([key, entry]) => [key, nameById(entry)]));
	if (typeof copy.id === "string" && typeof copy.ref === "string") copy.ref = copy.id;
	return copy as Value;
}
