// Turnwatch watches and steers {name} by this file. Disconnect in VS Code takes it out again.
// {header}
//
// It runs inside the agent and must not be noticed when nobody listens: it prints nothing, fails open, and asks nobody while the client's
// file is missing or another user's, or after a request without an answer within a second, until the window has taken its stamp away. It
// asks a socket that only the person can reach, at three places: before each request to the model, reporting what the last response did,
// before each tool, and at the end of a turn, where it waits until the next one for what the person may say in the window. Of an answer it
// takes only what stops, denies or says something. `fetch` is wrapped only while an answer without tools is wanted, and only requests that
// hold our reminder are changed. All it throws on purpose is a denial. An agent that ends while the end of its turn is being reported has
// curl report it: its own requests end with it.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import {
  AGENT,
  CLIENT,
  HEADERS,
  LIMIT_MS,
  STAMP,
  ask,
  cut,
  hold,
  listens,
} from '../install/asking.plugin.js';

const MOST_NOTES = 20;
/** A window that waited this long in vain may be asked again (milliseconds). */
const HELD_MS = 500_000;
/** `run` ends with its turn, whatever it is told then; of `acp`, another program shows what it does. Kilo was not seen to go on so. */
const TAKES_PROMPTS =
  AGENT === 'opencode' && !['run', 'acp'].some((command) => process.argv.includes(command));

/** Bodies of reports that nobody has taken yet. */
const untaken = new Set();
process.on('exit', () => {
  try {
    const [file, stamp] = [CLIENT, STAMP].map((path) => statSync(path, { throwIfNoEntry: false }));
    for (const input of listens(file, stamp) ? untaken : []) {
      const headers = Object.entries(HEADERS).flatMap(([key, value]) => ['-H', `${key}: ${value}`]);
      spawnSync(
        'curl',
        ['-qsf', '-m', '0.9', '--noproxy', '*', '-K', CLIENT, ...headers, '--data-binary', '@-'],
        { input, timeout: LIMIT_MS, stdio: ['pipe', 'ignore', 'ignore'] },
      );
    }
  } catch {
    /* it ends, whatever we know */
  }
});

export const Turnwatch = async ({ client, directory }) => {
  const sessions = new Map(); // by id: parent, current response, notes of the current turn
  const forced = new Set(); // reminders: requests that hold one must be answered without tools

  const known = (id) => {
    let session = sessions.get(id);
    if (session === undefined) {
      if (sessions.size >= 200) {
        sessions.delete(sessions.keys().next().value);
      }
      sessions.set(
        id,
        (session = { parent: undefined, response: undefined, notes: [], prompt: undefined }),
      );
    }
    return session;
  };

  const bodyOf = (id, payload) => {
    const { parent } = known(id);
    return JSON.stringify({
      session_id: id,
      cwd: directory,
      ...(parent === undefined ? {} : { parent }),
      ...payload,
    });
  };

  const stop = (id) =>
    Promise.race([
      Promise.resolve(client.session.abort({ path: { id } })).catch(() => undefined),
      new Promise((done) => {
        setTimeout(done, 200);
      }),
    ]);

  /** The request with tool choice `none`, in its API's format; undefined if it has no tools. */
  const withoutTools = (body) => {
    const request = JSON.parse(body);
    if (!Array.isArray(request.tools) || request.tools.length === 0) {
      return undefined;
    }
    if (Array.isArray(request.contents)) {
      request.toolConfig = { ...request.toolConfig, functionCallingConfig: { mode: 'NONE' } };
    } else {
      request.tool_choice = request.tools.some((tool) => tool.input_schema !== undefined)
        ? { type: 'none' }
        : 'none';
    }
    return JSON.stringify(request);
  };

  let ownFetch; // the process's own fetch, while it is wrapped
  const wrap = () => {
    if (ownFetch !== undefined) {
      return;
    }
    ownFetch = globalThis.fetch;
    globalThis.fetch = wrapped;
  };
  const unwrap = () => {
    if (ownFetch !== undefined && globalThis.fetch === wrapped) {
      globalThis.fetch = ownFetch;
      ownFetch = undefined;
    }
  };
  const wrapped = Object.assign((input, init) => {
    let changed = init;
    try {
      const body = init?.body;
      const hit =
        typeof body === 'string'
          ? [...forced].find((text) => body.includes(JSON.stringify(text).slice(1, -1)))
          : undefined;
      const changedBody = hit === undefined ? undefined : withoutTools(body);
      if (changedBody !== undefined) {
        changed = { ...init, body: changedBody };
      }
    } catch {
      // sent unchanged: each of its calls will be denied
    }
    return (ownFetch ?? fetch)(input, changed);
  }, globalThis.fetch);

  const partOf = ({ id, type, text, synthetic, ignored, tool, callID, state, time }) => ({
    id,
    type,
    text: cut(text),
    synthetic,
    ignored,
    tool,
    callID,
    time,
    state: state && {
      status: state.status,
      input: state.input,
      output: cut(state.output),
      error: cut(state.error),
      time: state.time,
      metadata: { exit: state.metadata?.exit, sessionId: state.metadata?.sessionId },
    },
  });
  const messageOf = ({ info, parts }) => ({
    info: {
      id: info.id,
      role: info.role,
      time: info.time,
      finish: info.finish,
      error: info.error && { name: info.error.name },
      summary: info.summary === true,
      modelID: info.modelID,
    },
    parts: parts
      .filter(({ type }) => type === 'text' || type === 'tool' || type === 'step-start')
      .map(partOf),
  });

  const noteOf = ({ info }, id, text) => {
    const part = {
      id: 'prt_turnwatch' + id,
      messageID: 'msg_turnwatch' + id,
      sessionID: info.sessionID,
      type: 'text',
      synthetic: true,
      text,
    };
    return { info: { ...info, id: part.messageID }, parts: [part] };
  };

  const beforeRequest = async (messages) => {
    const last = messages.at(-1);
    const user = messages.findLast(({ info }) => info.role === 'user');
    const id = last?.info.sessionID;
    if (
      typeof id !== 'string' ||
      user === undefined ||
      user.parts.some(({ type }) => type === 'compaction')
    ) {
      return;
    }
    const session = known(id);
    session.user = user;
    if (session.prompt !== user.info.id) {
      session.prompt = user.info.id;
      for (const { text } of session.notes) {
        forced.delete(text);
      }
      session.notes = [];
    }
    const answer = await ask(bodyOf(id, { opencode: 'request', messages: [messageOf(last)] }));
    if (answer?.stop !== undefined) {
      await stop(id);
      return;
    }
    if (answer?.text !== undefined) {
      // a note stays for the rest of the turn: it is said once
      if (!answer.heard && !session.notes.some(({ text }) => text === answer.text)) {
        session.notes.push({ after: last.info.id, text: answer.text });
      }
      if (session.notes.length > MOST_NOTES) {
        session.notes.shift();
      }
      if (answer.textOnly) {
        forced.add(answer.text);
        wrap();
      }
    }
    if (forced.size === 0) {
      unwrap();
    }
    // a note keeps its place for the rest of the turn
    session.notes.forEach(({ after, text }, i) => {
      const at = messages.findIndex(({ info }) => info.id === after);
      if (at >= 0) {
        messages.splice(at + 1, 0, noteOf(user, session.prompt + i, text));
      }
    });
  };

  /** Reports that need no answer, in order. */
  let reporting = Promise.resolve();
  const report = (id, payload) => {
    const body = bodyOf(id, payload);
    untaken.add(body);
    reporting = reporting.then(() => ask(body)).finally(() => untaken.delete(body));
  };

  /** The person's own agent and model go on. */
  const goOn = (id, { info: { agent, model } }, text) =>
    client.session.promptAsync({
      path: { id },
      body: {
        agent,
        model: model && { providerID: model.providerID, modelID: model.modelID },
        variant: model?.variant,
        parts: [{ type: 'text', text }],
      },
    });

  /** The person's click in the window, which may come late. */
  const personsWords = async (body, end) => {
    for (;;) {
      const since = Date.now();
      const { text } = JSON.parse((await hold(body, 'next', end)) || '{}');
      if (text !== undefined || end.signal.aborted || Date.now() - since < HELD_MS) {
        return text;
      }
    }
  };

  /** Nothing more is to be said of the end of its last turn. */
  const goesOn = (id) => known(id).resting?.abort();

  const rest = async (id) => {
    const session = known(id);
    const { user, parent } = session;
    if (!TAKES_PROMPTS || user === undefined || parent !== undefined) {
      return;
    }
    const end = new AbortController();
    goesOn(id);
    session.resting = end;
    const { data } = await client.session.messages({ path: { id }, query: { limit: 1 } });
    const { sentBack } = session;
    const again = sentBack !== undefined && user.parts.some(({ text }) => text === sentBack);
    const body = bodyOf(id, { opencode: 'idle', again, messages: [messageOf(data[0])] });
    // the end is known by then
    await reporting;
    session.sentBack = (await ask(body))?.text;
    const text = session.sentBack ?? (await personsWords(body, end));
    if (typeof text === 'string' && !end.signal.aborted) {
      await goOn(id, user, text);
    }
  };

  const endNotes = (session) => {
    for (const { text } of session.notes) {
      forced.delete(text);
    }
    if (forced.size === 0) {
      unwrap();
    }
  };

  const sessionChanged = (_, { info }) => {
    if (typeof info?.parentID === 'string') {
      known(info.id).parent = info.parentID;
    }
  };
  const permissionChanged = (type, { sessionID, tool }) => {
    if (typeof sessionID === 'string') {
      report(sessionID, { opencode: type, callID: tool?.callID });
    }
  };
  /** Its provider makes the agent wait, or its turn is over. */
  const statusChanged = (_, { sessionID, status }) => {
    if (typeof sessionID !== 'string') {
      return;
    }
    if (status?.type === 'idle') {
      rest(sessionID).catch(() => undefined);
    } else {
      goesOn(sessionID);
    }
    if (status?.type === 'retry') {
      const { attempt, message, next } = status;
      report(sessionID, { opencode: 'retry', attempt, message: cut(message), next });
    }
  };
  /** Whether the response is final: it failed, or ended without calls. */
  const isOver = ({ error, time, finish }) =>
    error !== undefined ||
    (time?.completed !== undefined &&
      finish !== undefined &&
      finish !== 'tool-calls' &&
      finish !== 'unknown');
  const messageChanged = (_, { info }) => {
    if (info?.role !== 'assistant') {
      return;
    }
    const session = known(info.sessionID);
    session.response = info.id;
    if (!isOver(info) || session.over === info.id) {
      return;
    }
    session.over = info.id;
    endNotes(session);
    report(info.sessionID, { opencode: 'message', messages: [messageOf({ info, parts: [] })] });
  };
  const listeners = new Map([
    ['session.created', sessionChanged],
    ['session.updated', sessionChanged],
    ['permission.asked', permissionChanged],
    ['permission.replied', permissionChanged],
    ['message.updated', messageChanged],
    ['session.status', statusChanged],
  ]);

  return {
    event: async ({ event }) => {
      try {
        listeners.get(event.type)?.(event.type, event.properties);
      } catch {
        /* another version of the agent */
      }
    },
    'experimental.chat.messages.transform': async (_, { messages }) => {
      try {
        await beforeRequest(messages);
      } catch {
        /* sent unchanged */
      }
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      let reason;
      try {
        const answer = await ask(
          bodyOf(sessionID, {
            opencode: 'tool',
            tool,
            callID,
            input: args,
            response: known(sessionID).response,
          }),
        );
        if (answer?.stop !== undefined) {
          void stop(sessionID);
        }
        reason = answer?.stop ?? answer?.deny;
      } catch {
        // fail open: the tool runs
      }
      if (reason !== undefined) {
        throw new Error(reason);
      }
    },
  };
};
