import { hash } from "node:crypto";

/** The SHA-256 of bytes, or of a text in UTF-8, in hexadecimal digits. */
export const hashContent = (content: Uint8Array | string): string => hash("sha256", content);
