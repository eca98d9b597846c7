/** What a session is called, everywhere the same: what the person asked, and a sub-agent by its task. */
import { oneLine } from '../escape-controls.js';
import type { JsonObject } from '../events.js';
import { shown } from '../redact.js';
import { isInjected } from '../turns/instruction.js';
import type { Session } from '../turns/session.js';
import type { TurnFact } from '../turns/turn-fact.js';
import { redactedTitle } from './title.js';

const LONGEST_NAME = 80;
/** Characters of a prompt in which its first line is looked for. */
const LOOKED_AT = 2000;

export class SessionName {
  private asked: string | undefined;
  private task: string | undefined;

  nameBy(session: Session, fact: TurnFact, sessions: ReadonlyMap<string, Session>): void {
    if (fact.kind !== 'turn-start' && fact.kind !== 'prompt-told') {
      return;
    }
    this.task ??= findTask(session, sessions);
    // "continue" says nothing about what is being done
    const isInstruction = fact.kind === 'prompt-told' || !fact.goOn;
    if (isInstruction && fact.prompt !== undefined && !isInjected(fact.prompt)) {
      this.asked = firstLine(fact.prompt) ?? this.asked;
    }
  }

  /** Undefined until an instruction is known. */
  get text(): string | undefined {
    return this.task ?? this.asked;
  }
}

/** What the parent's call says about the task: in a few words where the agent has a field for that. */
function findTask(
  { parent, parentCall }: Session,
  sessions: ReadonlyMap<string, Session>,
): string | undefined {
  const input =
    parent === undefined || parentCall === undefined
      ? undefined
      : sessions.get(parent)?.known.get(parentCall)?.call?.input;
  return input === undefined ? undefined : firstLine(description(input));
}

function description(input: JsonObject): string {
  const words = input['description'] ?? input['title'] ?? input['task_name'];
  return typeof words === 'string' && words.trim() !== '' ? words : redactedTitle(input, '');
}

/** The mark of a heading, a quote or a list, and the tags around what a person typed for the agent's own program. */
const mark = /^(?:[\s#>*-]|<\/?[\w-]{1,40}>)+|<\/?[\w-]{1,40}>/g;

/** The first line with a letter or digit. */
function firstLine(text: string): string | undefined {
  const line = shown(text, LOOKED_AT)
    .split('\n')
    .map((each) => each.replace(mark, '').trim())
    .find((each) => /[\p{L}\p{N}]/u.test(each));
  return line === undefined ? undefined : oneLine(line, LONGEST_NAME);
}
