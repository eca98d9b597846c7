// Turnwatch's extension for {name}: here only because its person wants to answer prompts in the window too (turnwatch.answerPrompts).
// {header}
//
// {name} loads it with its experimental features on, and asks the person before it lets an extension handle prompts. A prompt that its
// terminal shows is handed over, and the window says what the person has clicked there. The terminal's prompt stays, and the first answer
// counts. Nothing is answered where no window listens.
import { joinSession } from '@github/copilot-sdk/extension';
import { holdPrompt, promptOver } from '../install/holding.plugin.js';

/** What a person can judge by what the prompt says. The others, and those that an organisation wants to be asked, stay in the terminal. */
const KINDS = ['commands', 'write', 'read', 'path', 'url', 'mcp', 'custom-tool', 'memory', 'hook'];

/** Repeats or describes what would be allowed. */
const REMARKS =
  /^(?:_.*|canOffer.*|kind|toolCallId|toolName|intention|commandIdentifiers|newFileContents|fileEdits)$/;

/** All that would be allowed. */
const whole = ({ fullCommandText, fileName, diff, ...rest }) => ({
  ...(fullCommandText !== undefined && { command: fullCommandText }),
  ...(fileName !== undefined && { path: fileName }),
  ...(diff !== undefined && { diff: diff.trim() }),
  ...Object.fromEntries(Object.entries(rest).filter(([name]) => !REMARKS.test(name))),
});

const promptAsked = async (session, agentId, { requestId, permissionRequest, promptRequest }) => {
  const { kind, toolName, managedApprovalRequired } = promptRequest ?? {};
  if (
    !KINDS.includes(kind) ||
    managedApprovalRequired ||
    permissionRequest.managedApprovalRequired
  ) {
    return;
  }
  // a command may be asked about for a path or an address of it
  const { fullCommandText, path } = permissionRequest;
  const text = await holdPrompt(
    requestId,
    JSON.stringify({
      sessionId: session.sessionId,
      agentId,
      timestamp: Date.now(),
      cwd: process.cwd(),
      hookName: 'turnwatch.prompt',
      toolCallId: permissionRequest.toolCallId,
      toolName: toolName ?? permissionRequest.kind,
      toolInput: whole({ fullCommandText, path, ...promptRequest }),
    }),
  );
  const { prompt, message } = JSON.parse(text || '{}');
  const result =
    prompt === 'once'
      ? { kind: 'approve-once' }
      : prompt === 'reject'
        ? { kind: 'reject', ...(typeof message === 'string' && { feedback: message }) }
        : undefined;
  if (result !== undefined) {
    await session.rpc.permissions.handlePendingPermissionRequest({ requestId, result });
  }
};

// to be let at prompts at all; answered below, as only an event tells which prompt it is and when it is over
const session = await joinSession({ onPermissionRequest: () => ({ kind: 'no-result' }) });
session.on(({ type, agentId, data }) => {
  if (type === 'permission.requested' && data.resolvedByHook !== true) {
    promptAsked(session, agentId, data).catch(() => undefined);
  } else if (type === 'permission.completed') {
    promptOver(data.requestId);
  }
});
