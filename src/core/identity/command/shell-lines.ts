/** The lines of a shell command as one line: what line ends, comments and here-documents mean outside of quotes. */

/** What matters for reading lines: escapes, quoted text, here-documents, comments, line ends. */
const pieces =
  /\\[\s\S]|"\$\(cat <<-?[ \t]*(['"]?)(\w+)\1[ \t]*\n|"(?:[^"\\]|\\[\s\S])*"|'[^']*'|<<<|<<-?[ \t]*(['"]?)([A-Za-z_]\w*)\3|(?<![^\s;&|(])#[^\n]*|[#\n]/g;

/**
 * Joins the lines of a command: `;` for each line end outside of quotes, and no comments. Texts of here-documents go to `documents`;
 * the line holds their numbers.
 */
export function joinLines(command: string, documents: string[]): string {
  let line = '';
  let from = 0;
  let ends: string[] = [];
  pieces.lastIndex = 0;
  for (let found = pieces.exec(command); found !== null; found = pieces.exec(command)) {
    const [piece, , quotedEnd, , end] = found;
    line += command.slice(from, found.index);
    from = pieces.lastIndex;
    if (quotedEnd !== undefined) {
      // `-m "$(cat <<'EOF' …)"`: the document is the word
      const close = findEnd(command, from, quotedEnd);
      line += ` '@${documents.push(command.slice(from, close.at)) - 1}' `;
      from = close.after;
      const rest = /^\s*\)"/.exec(command.slice(from, from + 100));
      from += rest?.[0].length ?? 0;
    } else if (end !== undefined) {
      line += `<< '@${documents.length + ends.length}' `;
      ends.push(end);
    } else if (piece === '\n') {
      line += ' ; ';
      ends.forEach((each, index) => {
        if (index > 0) {
          from += 1; // the line end after the document before
        }
        const close = findEnd(command, from, each);
        documents.push(command.slice(from, close.at));
        from = close.after;
      });
      ends = [];
    } else if (piece === '\\\n') {
      line += ' ';
    } else if (piece === '#') {
      line += '\\#'; // or the tokenizer would start a comment
    } else if (!piece.startsWith('#')) {
      line += piece;
    }
    pieces.lastIndex = from;
  }
  return line + command.slice(from);
}

/** Where the here-document that `word` closes ends: at its line, else at the end of the text. */
function findEnd(text: string, from: number, word: string): { at: number; after: number } {
  for (let at = text.indexOf(word, from); at >= 0; at = text.indexOf(word, at + 1)) {
    const begin = text.lastIndexOf('\n', at) + 1;
    const after = at + word.length;
    const ends =
      after === text.length || text[after] === '\n' || text[after] === '\r' || text[after] === ')';
    if (begin >= from && ends && text.slice(begin, at).trim() === '') {
      return { at: begin, after };
    }
  }
  return { at: text.length, after: text.length };
}
