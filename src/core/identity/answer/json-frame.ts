/** A program's output or a file's content within an object of JSON, as tools of many agents and loops return it: with its exit code, its time and an id. */
import { isObject, parseJsonObject } from '../../json.js';

/** What most outputs do not begin with. */
const starts = /^\{\s*"\w{1,40}"\s*:/;
/** Fields that carry the answer where the others only tell its id, its time and that it went well. */
const carriers = /^(?:data|text|body|message|value|response|answer|output|result|content|payload)$/;
const labels = /^(?:id|uuid|ts|timestamp|request|trace)$/i;
/** In the order in which they are read. */
const texts = ['output', 'stdout', 'content', 'result', 'stderr', 'error'] as const;
const codes = ['exit_code', 'exitCode', 'exit_status', 'exitStatus', 'returncode', 'return_code'];
/** What tools tell of the run itself. */
const packaging =
  /^(?:metadata|success|ok|truncated|timed_?out|is_?error|pid|signal|cwd|command|cmd|(?:absolute_?|file_?)?path|(?:duration|elapsed|wall|time|start|finish|end)\w*|\w+(?:_ms|Ms|_id|Id|_at|At|_seconds|_tokens))$/i;
const LONGEST_SCALAR = 1000;

/** The text within; the text itself if it is another object. */
export function withoutJsonFrame(text: string): string {
  if (!starts.test(text.slice(0, 60)) || !text.endsWith('}')) {
    return text;
  }
  const frame = parseJsonObject(text);
  if (frame === undefined) {
    return text;
  }
  if (!isFrame(frame)) {
    const carried = carriedIn(frame);
    if (carried !== undefined) {
      return carried.trim();
    }
    const reason = refusalIn(frame);
    return reason === undefined ? text : `Error: ${reason}`;
  }
  const said = texts.flatMap((key) => {
    const part = frame[key];
    return typeof part === 'string' && part.trim() !== '' ? [part.trim()] : [];
  });
  const code = codeIn(frame);
  return [...said, ...(code === undefined || code === 0 ? [] : [`Exit code ${code}`])].join('\n');
}

/** Why the call failed, where the object says nothing else. */
function refusalIn(frame: Record<string, unknown>): string | undefined {
  const { error, message, ...rest } = frame;
  const reason = error ?? message;
  const isFailed = rest['ok'] === false || rest['success'] === false || rest['isError'] === true;
  return isFailed &&
    typeof reason === 'string' &&
    (error ?? reason) === (message ?? reason) &&
    Object.entries(rest).every(([key, value]) => isPackaging(key, value))
    ? reason
    : undefined;
}

/** The text that an object carries which says nothing else but its id, its time and that it went well. */
function carriedIn(frame: Record<string, unknown>): string | undefined {
  const told = Object.entries(frame).filter(
    ([key, value]) => !isLabel(key, value) && !isPackaging(key, value),
  );
  const [[key, text] = ['', undefined], ...more] = told;
  return more.length === 0 &&
    typeof text === 'string' &&
    carriers.test(key) &&
    Object.keys(frame).length > 1 &&
    !Object.values(frame).includes(false)
    ? text
    : undefined;
}

function isLabel(key: string, value: unknown): boolean {
  return labels.test(key) && (typeof value === 'string' || typeof value === 'number');
}

/** It tells the output and the end of one process, or what is in one file, and nothing that a person would look for besides. */
function isFrame(frame: Record<string, unknown>): boolean {
  return (
    (typeof frame['stdout'] === 'string' ||
      typeof frame['content'] === 'string' ||
      (typeof frame['output'] === 'string' && codeIn(frame) !== undefined)) &&
    Object.entries(frame).every(
      ([key, value]) => isText(key, value) || codes.includes(key) || isPackaging(key, value),
    )
  );
}

function isText(key: string, value: unknown): boolean {
  return texts.some((text) => text === key) && (typeof value === 'string' || value === null);
}

function isPackaging(key: string, value: unknown): boolean {
  return (
    packaging.test(key) &&
    (typeof value === 'string'
      ? value.length <= LONGEST_SCALAR
      : !Array.isArray(value) &&
        (!isObject(value) ||
          Object.entries(value).every(
            ([inner, each]) => codes.includes(inner) || (packaging.test(inner) && !isObject(each)),
          )))
  );
}

function codeIn(frame: Record<string, unknown>): number | undefined {
  const { metadata } = frame;
  const code =
    codes.map((key) => frame[key]).find((value) => typeof value === 'number') ??
    (isObject(metadata)
      ? codes.map((key) => metadata[key]).find((value) => typeof value === 'number')
      : undefined);
  return typeof code === 'number' ? code : undefined;
}
