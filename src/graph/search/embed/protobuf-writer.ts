const VARINT = 0;
const LENGTH_PREFIXED = 2;
const FIXED_32 = 5;

function encodeVarint(value: number): Uint8Array {
	const bytes: number[] = [];
	let rest = BigInt.asUintN(64, BigInt(value));
	do {
		const low = Number(rest & 0x7fn);
		rest >>= 7n;
		bytes.push(rest > 0n ? low | 0x80 : low);
	} while (rest > 0n);
	return Uint8Array.from(bytes);
}

/** A protocol buffer message built field by field. Parts are joined once, since a model's weights are large. */
export class ProtobufWriter {
	readonly #parts: Uint8Array[] = [];
	#length = 0;

	integer(field: number, value: number): this {
		return this.#add(encodeVarint(field * 8 + VARINT), encodeVarint(value));
	}

	float(field: number, value: number): this {
		return this.#add(
			encodeVarint(field * 8 + FIXED_32),
			new Uint8Array(new Float32Array([value]).buffer.slice(0)),
		);
	}

	text(field: number, value: string): this {
		return this.bytes(field, new TextEncoder().encode(value));
	}

	bytes(field: number, value: Uint8Array): this {
		return this.#add(encodeVarint(field * 8 + LENGTH_PREFIXED), encodeVarint(value.length), value);
	}

	message(field: number, value: ProtobufWriter): this {
		return this.#add(encodeVarint(field * 8 + LENGTH_PREFIXED), encodeVarint(value.#length), ...value.#parts);
	}

	finish(): Uint8Array {
		const whole = new Uint8Array(this.#length);
		let offset = 0;
		for (const part of this.#parts) {
			whole.set(part, offset);
			offset += part.length;
		}
		return whole;
	}

	#add(...parts: readonly Uint8Array[]): this {
		for (const part of parts) {
			this.#parts.push(part);
			this.#length += part.length;
		}
		return this;
	}
}
