import { ProtobufWriter } from "./protobuf-writer.ts";
import { quantiseWeights } from "./quantise-weights.ts";
import type { Tensor } from "./read-safetensors.ts";

/** Field and type numbers of the ONNX format. */
const MODEL = { irVersion: 1, producer: 2, graph: 7, opsetImport: 8 } as const;
const OPSET = { domain: 1, version: 2 } as const;
const GRAPH = { node: 1, name: 2, initializer: 5, input: 11, output: 12 } as const;
const NODE = { input: 1, output: 2, operator: 4, attribute: 5, domain: 7 } as const;
const ATTRIBUTE = { name: 1, float: 2, integer: 3, integers: 8, type: 20 } as const;
const ATTRIBUTE_TYPE = { float: 1, integer: 2, integers: 7 } as const;
const TENSOR = { dimension: 1, type: 2, name: 8, raw: 9 } as const;
const TENSOR_TYPE = { F32: 1, I8: 3, I64: 7, F16: 10 } as const;
const IR_VERSION = 8;
const OPSET_VERSION = 17;

/** Operators of the runtime's own that compute a whole attention, or an addition with its normalisation, in one go. */
const RUNTIME_DOMAIN = "com.microsoft";
const RUNTIME_OPERATORS: readonly string[] = [
	...["Attention", "QAttention", "DynamicQuantizeMatMul"],
	...["SkipLayerNormalization", "BiasGelu"],
];

const LAYERS = 6;
const HEADS = 12;
const NORM_EPSILON = 1e-12;

/** `int8` computes the layers in eight bits; `full` made the vectors of older stores. */
export type Precision = "int8" | "full";

type Attributes = Readonly<Record<string, number | readonly number[] | { readonly float: number }>>;

export const INPUT_IDS = "input_ids";
export const POSITIONS = "positions";
export const SENTENCE = "sentence";

class GraphWriter {
	readonly #graph = new ProtobufWriter().text(GRAPH.name, "minilm");
	readonly #tensors: ReadonlyMap<string, Tensor>;

	constructor(tensors: ReadonlyMap<string, Tensor>) {
		this.#tensors = tensors;
	}

	/** Puts a tensor of the weights file into the graph as it is, in half precision. */
	weight(name: string): string {
		return this.#initialise(name, this.#find(name));
	}

	/** Weights of layers that take the same input, side by side in eight bits, and the scale of each column. */
	quantised(names: readonly string[], output: string): { weights: string; scales: string } {
		const { weights, scales } = quantiseWeights(names.map((name) => this.#find(name)));
		return {
			weights: this.#initialise(`${output}.eight`, weights),
			scales: this.#initialise(`${output}.scales`, scales),
		};
	}

	/** A weight in full precision; the runtime converts it once, when the session is made. */
	full(name: string): string {
		return this.node("Cast", [this.weight(name)], `${name}.full`, { to: TENSOR_TYPE.F32 });
	}

	/** Weights of a layer are stored for multiplication from the left. */
	turned(name: string): string {
		return this.node("Transpose", [this.full(name)], `${name}.turned`, { perm: [1, 0] });
	}

	node(operator: string, inputs: readonly string[], output: string, attributes: Attributes = {}): string {
		return this.nodeOfMany(operator, inputs, [output], attributes)[0];
	}

	nodeOfMany<const Outputs extends readonly string[]>(
		operator: string,
		inputs: readonly string[],
		outputs: Outputs,
		attributes: Attributes = {},
	): Outputs {
		const domain = RUNTIME_OPERATORS.includes(operator) ? RUNTIME_DOMAIN : "";
		const written = new ProtobufWriter();
		for (const input of inputs) written.text(NODE.input, input);
		for (const output of outputs) written.text(NODE.output, output);
		written.text(NODE.operator, operator).text(NODE.domain, domain);
		for (const [name, value] of Object.entries(attributes)) {
			written.message(NODE.attribute, writeAttribute(name, value));
		}
		this.#graph.message(GRAPH.node, written);
		return outputs;
	}

	input(name: string, type: number, shape: readonly (number | string)[]): string {
		this.#graph.message(GRAPH.input, writeValue(name, type, shape));
		return name;
	}

	output(name: string, type: number, shape: readonly (number | string)[]): void {
		this.#graph.message(GRAPH.output, writeValue(name, type, shape));
	}

	finish(): Uint8Array {
		const opset = (domain: string, version: number): ProtobufWriter =>
			new ProtobufWriter().text(OPSET.domain, domain).integer(OPSET.version, version);
		return new ProtobufWriter()
			.integer(MODEL.irVersion, IR_VERSION)
			.text(MODEL.producer, "skein")
			.message(MODEL.opsetImport, opset("", OPSET_VERSION))
			.message(MODEL.opsetImport, opset(RUNTIME_DOMAIN, 1))
			.message(MODEL.graph, this.#graph)
			.finish();
	}

	#find(name: string): Tensor {
		const tensor = this.#tensors.get(name);
		if (tensor === undefined) throw new Error(`the weights have no ${name}`);
		return tensor;
	}

	#initialise(name: string, tensor: Tensor): string {
		const type = TENSOR_TYPE[tensor.type as keyof typeof TENSOR_TYPE];
		if (type === undefined) throw new Error(`${name} is stored as ${tensor.type}, which is not supported`);
		const written = new ProtobufWriter();
		for (const dimension of tensor.shape) written.integer(TENSOR.dimension, dimension);
		written.integer(TENSOR.type, type).text(TENSOR.name, name).bytes(TENSOR.raw, tensor.bytes);
		this.#graph.message(GRAPH.initializer, written);
		return name;
	}
}

function writeAttribute(name: string, value: Attributes[string]): ProtobufWriter {
	const written = new ProtobufWriter().text(ATTRIBUTE.name, name);
	if (typeof value === "number") {
		return written.integer(ATTRIBUTE.integer, value).integer(ATTRIBUTE.type, ATTRIBUTE_TYPE.integer);
	}
	if ("float" in value) {
		return written.float(ATTRIBUTE.float, value.float).integer(ATTRIBUTE.type, ATTRIBUTE_TYPE.float);
	}
	for (const each of value) written.integer(ATTRIBUTE.integers, each);
	return written.integer(ATTRIBUTE.type, ATTRIBUTE_TYPE.integers);
}

function writeValue(name: string, type: number, shape: readonly (number | string)[]): ProtobufWriter {
	const dimensions = new ProtobufWriter();
	for (const size of shape) {
		const dimension = new ProtobufWriter();
		if (typeof size === "number") dimension.integer(1, size);
		else dimension.text(2, size);
		dimensions.message(1, dimension);
	}
	const tensor = new ProtobufWriter().integer(1, type).message(2, dimensions);
	return new ProtobufWriter().text(1, name).message(2, new ProtobufWriter().message(1, tensor));
}

interface Attention {
	readonly state: string;
	readonly parts: readonly string[];
	readonly biases: string;
	readonly output: string;
}

const attend: Readonly<Record<Precision, (graph: GraphWriter, attention: Attention) => string>> = {
	full(graph, { state, parts, biases, output }) {
		const weights = graph.node(
			"Concat",
			parts.map((part) => graph.turned(`${part}.weight`)),
			`${output}.weights`,
			{ axis: 1 },
		);
		return graph.node("Attention", [state, weights, biases], output, { num_heads: HEADS });
	},
	int8(graph, { state, parts, biases, output }) {
		const { weights, scales } = graph.quantised(
			parts.map((part) => `${part}.weight`),
			output,
		);
		const [rounded, scale, zero] = graph.nodeOfMany(
			"DynamicQuantizeLinear",
			[state],
			[`${output}.rounded`, `${output}.scale`, `${output}.zero`],
		);
		const noMask = "";
		return graph.node("QAttention", [rounded, weights, biases, scale, scales, noMask, zero], output, {
			num_heads: HEADS,
		});
	},
};

const multiply: Readonly<Record<Precision, (graph: GraphWriter, input: string, name: string) => string>> = {
	full: (graph, input, name) =>
		graph.node("MatMul", [input, graph.turned(`${name}.weight`)], `${name}.projected`),
	int8(graph, input, name) {
		const { weights, scales } = graph.quantised([`${name}.weight`], name);
		return graph.node("DynamicQuantizeMatMul", [input, weights, scales], `${name}.projected`);
	},
};

/**
 * The model as a computation the runtime can run: token ids in, one vector of length 1 out. For one text at a time, so
 * nothing is padded and nothing has to be masked, and the range that activations are rounded in is the text's own.
 */
export function buildMinilmGraph(tensors: ReadonlyMap<string, Tensor>, precision: Precision): Uint8Array {
	const graph = new GraphWriter(tensors);
	graph.input(INPUT_IDS, TENSOR_TYPE.I64, [1, "length"]);
	graph.input(POSITIONS, TENSOR_TYPE.I64, [1, "length"]);
	const epsilon = { epsilon: { float: NORM_EPSILON } };

	// The rows of the vocabulary stay in half precision: they are most of the memory, and a text uses a few of them.
	const embed = (table: string, rows: string): string =>
		graph.node(
			"Cast",
			[graph.node("Gather", [graph.weight(table), rows], `${table}.rows`)],
			`${table}.chosen`,
			{ to: TENSOR_TYPE.F32 },
		);
	const words = embed("embeddings.word_embeddings.weight", INPUT_IDS);
	const places = embed("embeddings.position_embeddings.weight", POSITIONS);
	const type = embed(
		"embeddings.token_type_embeddings.weight",
		graph.node("Sub", [POSITIONS, POSITIONS], "first_type"),
	);
	const sum = graph.node("Add", [graph.node("Add", [words, places], "placed"), type], "embedded");
	let state = graph.node(
		"LayerNormalization",
		[sum, graph.full("embeddings.LayerNorm.weight"), graph.full("embeddings.LayerNorm.bias")],
		"state.0",
		{ axis: -1, ...epsilon },
	);

	for (let layer = 0; layer < LAYERS; layer += 1) {
		const prefix = `encoder.layer.${layer}`;
		const parts = ["query", "key", "value"].map((part) => `${prefix}.attention.self.${part}`);
		const biases = graph.node(
			"Concat",
			parts.map((part) => graph.full(`${part}.bias`)),
			`${prefix}.attention.biases`,
			{ axis: 0 },
		);
		const attended = attend[precision](graph, { state, parts, biases, output: `${prefix}.attended` });
		const project = (input: string, name: string): string => multiply[precision](graph, input, name);
		const addAndNormalise = (input: string, skip: string, name: string, output: string): string =>
			graph.node(
				"SkipLayerNormalization",
				[
					project(input, `${name}.dense`),
					skip,
					graph.full(`${name}.LayerNorm.weight`),
					graph.full(`${name}.LayerNorm.bias`),
					graph.full(`${name}.dense.bias`),
				],
				output,
				epsilon,
			);
		const middle = addAndNormalise(attended, state, `${prefix}.attention.output`, `${prefix}.middle`);
		const wide = graph.node(
			"BiasGelu",
			[project(middle, `${prefix}.intermediate.dense`), graph.full(`${prefix}.intermediate.dense.bias`)],
			`${prefix}.wide`,
		);
		state = addAndNormalise(wide, middle, `${prefix}.output`, `state.${layer + 1}`);
	}

	const mean = graph.node("ReduceMean", [state], "mean", { axes: [1], keepdims: 0 });
	graph.node("LpNormalization", [mean], SENTENCE, { axis: -1, p: 2 });
	graph.output(SENTENCE, TENSOR_TYPE.F32, [1, "dimensions"]);
	return graph.finish();
}
