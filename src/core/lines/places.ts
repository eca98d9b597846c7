/** How messages name a line of a file, without the number after a colon, which each reads in its own way. */
export const namedLine = String.raw`\bline \d+|^l\.\d+`;
