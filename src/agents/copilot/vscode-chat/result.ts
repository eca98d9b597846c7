/** What came of a tool call, as a chat session tells it: in the chat view's words while the turn runs, in the model's once it is over. */
import { MODEL_MARK } from '../../../core/interventions/model-texts.js';
import { capText } from '../../reading/bounds.js';
import { fieldsIn, listIn, nameIn, numberIn, type Fields } from '../../reading/fields.js';
import { ownName } from './tools.js';

/** `output`: undefined where it is not told. */
export interface ToldResult {
  ok: boolean;
  output: string | undefined;
  exitCode?: number;
  deniedBy?: 'turnwatch' | 'person' | 'rule';
}

export type ChatPart = { text: string } | ShownCall;

/** A call as the chat view shows it: without the input, but with what came of it. */
export interface ShownCall {
  call: string;
  tool: string;
  /** The command line, where it has one. */
  command: string | undefined;
  isComplete: boolean;
  result: ToldResult;
}

/** The editor appends a suffix to ids that the transcript does not have. */
export function bareId(call: string): string {
  return call.split('__vscode-')[0] ?? call;
}

const exited = /\s*\bCommand exited with code (-?\d{1,10})\s*$/;
const silent = /^\s*Command produced no output\s*$/;
const failed = /^ERROR while calling tool: /;
const denied =
  /^(?:Tool (?:call|execution) (?:was )?(?:denied|blocked)|.{0,80}\bdenied by .{0,40}hook)/i;
const skipped = /^The user (?:chose to skip|cancell?ed|declined|rejected)/i;

/** The text of a terminal or of a tool, without what VS Code adds to it. */
export function readText(text: string): ToldResult {
  const code = exited.exec(text);
  if (code !== null) {
    const output = capText(text.slice(0, code.index));
    return { ok: true, output, exitCode: Number(code[1]) };
  }
  if (silent.test(text)) {
    return { ok: true, output: '' };
  }
  if (isDenied(text)) {
    return { ok: false, output: capText(text), deniedBy: 'turnwatch' };
  }
  if (denied.test(text)) {
    return { ok: false, output: capText(text), deniedBy: 'rule' };
  }
  return skipped.test(text)
    ? { ok: false, output: capText(text), deniedBy: 'person' }
    : { ok: !failed.test(text), output: capText(text) };
}

/** Our own words as a call's result: a hook of ours denied it. */
function isDenied(text: string): boolean {
  return text.slice(0, 400).includes(MODEL_MARK);
}

/** `toolCallResults` of a request that is over: texts, and trees of texts. */
export function readResult(result: unknown): ToldResult {
  const texts: string[] = [];
  for (const { value } of listIn(fieldsIn(result)['content'])) {
    if (typeof value === 'string') {
      texts.push(value);
    } else {
      collect(fieldsIn(fieldsIn(value)['node']), texts, 0);
    }
  }
  return readText(texts.join(''));
}

const DEEPEST = 64;
const MOST_TEXTS = 20_000;

function collect(node: Fields, texts: string[], depth: number): void {
  if (texts.length >= MOST_TEXTS) {
    return;
  }
  const { text } = node;
  if (typeof text === 'string') {
    const breaks = node['lineBreakBefore'] === true && texts.length > 0;
    texts.push(breaks ? `\n${text}` : text);
  }
  if (depth < DEEPEST) {
    for (const child of listIn(node['children'])) {
      collect(child, texts, depth + 1);
    }
  }
}

/** The parts of a response that count: texts, and calls of tools. */
export function readParts(response: unknown): ChatPart[] {
  return listIn(response).flatMap((part): ChatPart[] => {
    const { kind, value, toolCallId, toolId, isComplete } = part;
    if (kind === undefined) {
      return typeof value === 'string' ? [{ text: capText(value) }] : [];
    }
    const [call, tool] = [nameIn(toolCallId), nameIn(toolId)];
    if (kind !== 'toolInvocationSerialized' || call === undefined || tool === undefined) {
      return [];
    }
    const command = nameIn(fieldsIn(fieldsIn(part['toolSpecificData'])['commandLine'])['original']);
    return [
      {
        call: bareId(call),
        tool: ownName(tool),
        command,
        isComplete: isComplete === true,
        result: readShown(part),
      },
    ];
  });
}

/** The chat view shows what a terminal printed, and how it ended; of other tools at most what MCP servers answered. */
function readShown(part: Fields): ToldResult {
  const terminal = fieldsIn(part['toolSpecificData']);
  const exitCode = numberIn(fieldsIn(terminal['terminalCommandState'])['exitCode']);
  const code = exitCode === undefined ? {} : { exitCode };
  const details = fieldsIn(part['resultDetails']);
  const told = listIn(details['output'])
    .map(({ value }) => value)
    .filter((value) => typeof value === 'string');
  if (told.length > 0) {
    const read = readText(told.join('\n'));
    return {
      ...read,
      ...code,
      ok: read.ok && (exitCode !== undefined || details['isError'] !== true),
    };
  }
  const { text, lineCount } = fieldsIn(terminal['terminalCommandOutput']);
  if (typeof text !== 'string') {
    return { ok: true, output: undefined, ...code };
  }
  return { ok: true, output: lineCount === 0 ? '' : capText(text), ...code };
}
