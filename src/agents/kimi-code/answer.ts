/** What our hooks print in Kimi Code: they can deny a call, and add a sentence to a prompt. Text beside a call and stops have no effect. */
import type { HookKind, InstalledHook } from '../install/command-lines.js';
import { answerTable } from '../install/answer-table.js';
import type { Fields } from '../reading/fields.js';
import type { HookInstall, HookStatus, Problem, Result } from '../agent.js';
import { joinLines } from '../install/command-lines.js';
import { hookLines } from '../install/hook-client.js';
import { agentHeader } from '../install/hook-names.js';
import { addBlock, blockStatus, removeBlock } from '../install/own-file.js';
import { AGENT_ID } from './home.js';

export const { answerHook, answerForms } = answerTable(
  { denial, sentence },
  { 'before-tool': { deny: 'denial' }, prompt: { remind: 'sentence' } },
);

function denial(permissionDecisionReason: string): Fields {
  return { hookSpecificOutput: { permissionDecision: 'deny', permissionDecisionReason } };
}

/** Goes into the context behind the prompt. */
function sentence(message: string): Fields {
  return { hookSpecificOutput: { message } };
}

/**
 * As few as possible: the agent waits for a shell at each, and at those that ask for curl too. No variable names the session to them;
 * their parent process is the agent's own.
 */
const hookEvents: readonly { event: string; kind: HookKind }[] = [
  // shows before any call that hooks work, and can say that an earlier turn's order is over
  { event: 'UserPromptSubmit', kind: 'ask' },
  // the wire log tells of the call at most 50 ms later
  { event: 'PreToolUse', kind: 'order' },
  // come only where the person is asked, and it does not wait for them
  { event: 'PermissionRequest', kind: 'ask' },
  { event: 'PermissionResult', kind: 'ask' },
];
/** In seconds. Our client gives up after one. */
const HOOK_TIMEOUT = 2;

function listHooks(folder: string): InstalledHook[] {
  return hookEvents.map((each) => ({
    ...each,
    lines: hookLines(AGENT_ID, folder, answerForms, each),
  }));
}

function block(folder: string): string[] {
  return listHooks(folder).flatMap(({ event, lines }) => [
    '[[hooks]]',
    `event = "${event}"`,
    // with these characters, a JSON string is also a TOML basic string
    `command = ${JSON.stringify(joinLines(lines))}`,
    `timeout = ${HOOK_TIMEOUT}`,
  ]);
}

/** `[[hooks]]` tables can only extend a list written as tables; otherwise the file would become invalid. */
function writtenOtherwise(text: string): Problem | undefined {
  const firstTable = /^[ \t]*\[/m.exec(text)?.index ?? text.length;
  const asValue = /^[ \t]*(?:hooks|"hooks"|'hooks')[ \t]*[=.]/m.test(text.slice(0, firstTable));
  const asTable = /^[ \t]*\[[ \t]*(?:hooks|"hooks"|'hooks')[ \t]*[.\]]/m.test(text);
  return asValue || asTable
    ? { problem: 'its hooks aren’t written as [[hooks]] tables; rewrite them first' }
    : undefined;
}

/** Our tables outside the block: Kimi Code rewrites the file when a person changes a setting in it. */
function withoutTables(text: string): string {
  return text.replace(/^\[\[hooks\]\][ \t]*\r?\n(?:(?![ \t]*\[)[^\n]*(?:\n|$))*/gm, (table) =>
    table.includes(agentHeader(AGENT_ID)) ? '' : table,
  );
}

function removeHooks(text: string): Result<{ text: string }> {
  const rest = removeBlock(text);
  return 'problem' in rest || !rest.text.includes(agentHeader(AGENT_ID))
    ? rest
    : { text: withoutTables(rest.text) };
}

function hookStatus(text: string, folder: string): HookStatus | Problem {
  const status = blockStatus(text, block(folder));
  return status === 'absent' && text.includes(agentHeader(AGENT_ID)) ? 'outdated' : status;
}

/** Our hooks in Kimi Code's config.toml: a marked block at its end. Also finds them after Kimi Code rewrote the file without the marks. */
export const kimiCodeInstall: HookInstall = {
  needs: ['curl'],
  add: (_file, text, client) => {
    const bare = removeHooks(text);
    if ('problem' in bare) {
      return bare;
    }
    return writtenOtherwise(bare.text) ?? addBlock(bare.text, block(client.dir));
  },
  remove: (_file, text) => removeHooks(text),
  status: (_file, text, client) => hookStatus(text, client.dir),
  hooks: ({ dir }) => listHooks(dir),
};
