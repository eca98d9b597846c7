// Turnwatch watches and steers {name} by this file. Disconnect in VS Code takes it out again.
// {header}
//
// It runs inside the agent and must not be noticed when nobody listens: it prints nothing, registers nothing that people see, fails open,
// and asks nobody while the client's file is missing or another user's, or after a request without an answer within a second, until the
// window has taken its stamp away. It asks a socket that only the person can reach, at three places: before each request to the model,
// reporting what was written into the session since the last one, before each tool, and at the end of a turn. Of an answer it takes only
// what stops, denies or says something. Notes of ours are added to requests alone, never to the session.
import { ask, cut } from '../install/asking.plugin.js';

/** More entries than this are not told of at once: the session's file has them all. */
const MOST_ENTRIES = 64;
const MOST_BLOCKS = 512;
const MOST_NOTES = 20;
/** What goes with `tools` in the requests of all APIs. */
const COMPANIONS = [
  'tools',
  'tool_choice',
  'parallel_tool_calls',
  'max_tool_calls',
  'toolConfig',
  'toolChoice',
];

const blockOf = ({ type, text, id, name, arguments: input }) =>
  type === 'text' ? { type, text: cut(text) } : { type, id, name, arguments: input };

const contentOf = (content) =>
  Array.isArray(content)
    ? content
        .filter(({ type }) => type === 'text' || type === 'toolCall')
        .slice(0, MOST_BLOCKS)
        .map(blockOf)
    : cut(content);

const messageOf = ({
  role,
  responseId,
  content,
  stopReason,
  errorMessage,
  usage,
  toolCallId,
  isError,
}) => ({
  role,
  responseId,
  content: contentOf(content),
  stopReason,
  errorMessage: cut(errorMessage),
  usage,
  toolCallId,
  isError,
});

/** As in the session's file, without what nobody needs. */
const entryOf = ({ type, id, timestamp, targetId, message }) => ({
  type,
  id,
  timestamp,
  targetId,
  message: message && messageOf(message),
});

const isTold = ({ type, message }) =>
  type === 'compaction' ||
  type === 'context_edit' ||
  (type === 'message' && ['user', 'assistant', 'toolResult'].includes(message?.role));

/** Each message of a conversation, the same at every request. */
const keyOf = ({ role, timestamp, toolCallId }) => [role, timestamp, toolCallId].join(' ');

export default function turnwatch(pi) {
  let told; // the entry up to which the window knows the session
  let notes = []; // of the current turn
  let isTextOnly = false; // the next request
  let isStopped = false; // by us, the current turn

  /** `entry` and those that it follows, the newest first. */
  const chain = (sessions, entry, ends) => {
    const found = [];
    while (entry !== undefined && found.length < MOST_ENTRIES && !ends(entry)) {
      found.push(entry);
      entry = typeof entry.parentId === 'string' ? sessions.getEntry(entry.parentId) : undefined;
    }
    return found;
  };

  const newEntries = (sessions) => {
    const found = chain(sessions, sessions.getLeafEntry(), ({ id }) => id === told);
    told = sessions.getLeafId();
    return found.reverse().filter(isTold).map(entryOf);
  };

  /** The response that calls tools now. */
  const newestResponse = (sessions) => {
    const isResponse = ({ type, message }) => type === 'message' && message?.role === 'assistant';
    const after = chain(sessions, sessions.getLeafEntry(), isResponse).at(-1);
    const entry = after === undefined ? sessions.getLeafEntry() : sessions.getEntry(after.parentId);
    return { response: entry?.id, responseId: entry?.message?.responseId };
  };

  const bodyOf = ({ sessionManager, cwd, model }, payload) =>
    JSON.stringify({
      session_id: sessionManager.getSessionId(),
      cwd,
      model: model?.id,
      ...payload,
    });

  const beforeRequest = async (messages, context) => {
    isTextOnly = false;
    const entries = newEntries(context.sessionManager);
    if (entries.some(({ message }) => message?.role === 'user')) {
      notes = [];
    }
    const answer = await ask(bodyOf(context, { pi: 'request', entries }));
    if (answer?.stop !== undefined) {
      isStopped = true;
      context.abort();
      return undefined;
    }
    isTextOnly = answer?.textOnly === true;
    const last = messages.at(-1);
    // a note stays for the rest of the turn: it is said once
    if (
      answer?.text !== undefined &&
      !answer.heard &&
      last !== undefined &&
      !notes.some(({ text }) => text === answer.text)
    ) {
      notes.push({ after: keyOf(last), text: answer.text, timestamp: Date.now() });
    }
    if (notes.length > MOST_NOTES) {
      notes.shift();
    }
    // and keeps its place
    const said = [...messages];
    for (const { after, text, timestamp } of notes.toReversed()) {
      const at = said.findLastIndex((message) => keyOf(message) === after);
      if (at >= 0) {
        said.splice(at + 1, 0, { role: 'user', content: [{ type: 'text', text }], timestamp });
      }
    }
    return notes.length === 0 ? undefined : { messages: said };
  };

  // what was written before this process is no news
  const begins = (_, { sessionManager }) => {
    told = sessionManager.getLeafId();
    notes = [];
    isTextOnly = isStopped = false;
  };
  pi.on('session_start', begins);
  pi.on('session_tree', begins);

  pi.on('context', async ({ messages }, context) => {
    try {
      return await beforeRequest(messages, context);
    } catch {
      return undefined; // sent unchanged
    }
  });

  pi.on('before_provider_request', ({ payload }) => {
    if (!isTextOnly || payload === null || typeof payload !== 'object') {
      return undefined;
    }
    return Object.fromEntries(
      Object.entries(payload).filter(([name]) => !COMPANIONS.includes(name)),
    );
  });

  pi.on('tool_call', async ({ toolCallId, toolName, input }, context) => {
    let reason;
    try {
      const answer = await ask(
        bodyOf(context, {
          pi: 'tool',
          call: toolCallId,
          tool: toolName,
          input,
          ...newestResponse(context.sessionManager),
        }),
      );
      if (answer?.stop !== undefined) {
        isStopped = true;
        context.abort();
      }
      reason = answer?.stop ?? answer?.deny;
    } catch {
      // fail open: the tool runs
    }
    return reason === undefined ? undefined : { block: true, reason };
  });

  pi.on('agent_settled', async (_, context) => {
    try {
      const stopped = isStopped;
      notes = [];
      isTextOnly = isStopped = false;
      const entries = newEntries(context.sessionManager);
      await ask(bodyOf(context, { pi: 'settled', entries, stopped }));
    } catch {
      /* another version of the agent */
    }
  });
}
