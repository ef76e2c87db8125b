const canvas = document.createElement("canvas").getContext("2d", { willReadFrequently: true });

/** A colour of the page as the graph's renderer can take it: it knows no OKLCH. */
export function readColour(colour: string): string {
	if (canvas === null) return "#888888";
	canvas.clearRect(0, 0, 1, 1);
	canvas.fillStyle = colour;
	canvas.fillRect(0, 0, 1, 1);
	const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
	return `rgb(${red}, ${green}, ${blue})`;
}
