/** `\s` leaves U+0085 out, and a title that holds it would start a line in a terminal, a prompt or a table. */
export const LINE_ENDS = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/;

/** Everything that separates words, line ends included. */
export const WHITE_SPACE = /[\s\u0085]+/g;
