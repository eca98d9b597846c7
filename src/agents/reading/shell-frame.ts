/** The frame that Gemini CLI and its forks put around a command's output. */

export interface Framed {
  output: string;
  exitCode?: number;
}

const fieldLine = /^(Error|Exit Code|Signal|Background PIDs|Process Group PGID|PIDs?): ?(.*)$/;
const MOST_FIELDS = 8;

/** The bare output and the frame's fields; the unchanged text if there is no frame. */
export function unframed(text: string): Framed {
  let body = text.trim();
  if (body.startsWith('<untrusted_context>')) {
    body = body.slice('<untrusted_context>'.length);
    const end = body.lastIndexOf('</untrusted_context>');
    body = (end === -1 ? body : body.slice(0, end)).trim();
  }
  const start = outputStart(body);
  if (start === undefined) {
    return { output: body === text.trim() ? text : body };
  }
  const lines = body.slice(start).split('\n');
  const fields = new Map<string, string>();
  // fields are at the end; an error may have several lines
  for (
    let tail: string[] = [];
    lines.length > 1 && fields.size < MOST_FIELDS && tail.length < 400;
  ) {
    const line = lines.at(-1) ?? '';
    const [, name, value] = fieldLine.exec(line) ?? [];
    if (name === undefined || value === undefined) {
      // only the error spans several lines, and it precedes all other fields
      if (fields.size === 0 || fields.has('Error')) {
        break;
      }
      const from = lines.findLastIndex((each) => each.startsWith('Error: '));
      if (from < 1) {
        break;
      }
      tail = lines.splice(from);
      fields.set('Error', tail.join('\n').slice('Error: '.length));
      break;
    }
    fields.set(name, value);
    lines.pop();
  }
  const parts = [lines.join('\n'), fields.get('Error') ?? '']
    .map((each) => each.trim())
    .filter((each) => each !== '' && each !== '(none)' && each !== '(empty)');
  const code = /^-?\d{1,10}$/.exec(fields.get('Exit Code') ?? '')?.[0];
  return { output: parts.join('\n'), ...(code === undefined ? {} : { exitCode: Number(code) }) };
}

/** Where the output begins, after `Output: `. */
function outputStart(body: string): number | undefined {
  if (body.startsWith('Output: ')) {
    return 'Output: '.length;
  }
  if (!body.startsWith('Command: ') && !body.startsWith('Directory: ')) {
    return undefined;
  }
  const at = body.indexOf('\nOutput: ');
  return at === -1 ? undefined : at + '\nOutput: '.length;
}
