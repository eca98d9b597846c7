/** One window in a process of its own, for windows.test.ts and the faults: forked with its options, then driven by messages. */
import { Bridge } from '../../../src/bridge/bridge.js';
import { isObject } from '../../../src/core/json.js';
import { patientLimits } from '../support/patient.js';
import { saying } from '../support/saying.js';

interface Options {
  name: string;
  dir: string;
  port?: number;
  folders: string[];
  waits: boolean;
  /** With the product's own time limits, or only those for what a connection sends. */
  strict: boolean | 'headers';
}

function parseOptions(text: string | undefined): Options {
  const value: unknown = JSON.parse(text ?? 'null');
  if (!isObject(value)) {
    throw new Error('no options');
  }
  const { name, dir, port, folders, waits, strict } = value;
  if (typeof name !== 'string' || typeof dir !== 'string' || !Array.isArray(folders)) {
    throw new Error('bad options');
  }
  return {
    name,
    dir,
    folders: folders.map(String),
    waits: waits === true,
    strict: strict === 'headers' ? strict : strict === true,
    ...(typeof port === 'number' ? { port } : {}),
  };
}

const options = parseOptions(process.argv[2]);
const { signMs, answerMs } = patientLimits;
const tell = (message: object): void => {
  process.send?.(message);
};

let release: () => void = () => undefined;
const released = new Promise<void>((resolve) => {
  release = resolve;
});

const bridge = new Bridge({
  dir: options.dir,
  configuredPort: () => options.port,
  folders: () => options.folders,
  handle: async (agent, payload, { delivered, process }) => {
    tell({ hook: payload['n'], process });
    void delivered.then((done) => tell({ delivered: done, n: payload['n'] }));
    if (typeof payload['waitMs'] === 'number') {
      await new Promise((resolve) => setTimeout(resolve, Number(payload['waitMs'])));
    }
    if (payload['n'] === 'held') {
      await released;
    }
    return payload['n'] === 'silent' ? '' : saying(options.name, agent, payload['n']);
  },
  log: (text) => tell({ log: text }),
  onDamage: (what) => tell({ damaged: what }),
  retryMs: [200],
  limits: options.strict === 'headers' ? { signMs, answerMs } : options.strict ? {} : patientLimits,
});
bridge.onStatus((status) => tell({ status, at: Date.now() }));

process.on('message', (message) => {
  if (message === 'focus') {
    bridge.focus();
    tell({ done: 'focus' });
  }
  if (message === 'release') {
    release();
  }
  if (message === 'stop') {
    void bridge.stop().then(() => process.exit(0));
  }
});
process.on('disconnect', () => process.exit(0));

if (options.waits) {
  const startAt = new Promise<number>((resolve) => {
    process.on('message', (message) => {
      if (isObject(message)) {
        resolve(Number(message['startAt']));
      }
    });
  });
  tell({ ready: true });
  // Exactly then, so that several processes begin at the same instant.
  for (const at = await startAt; Date.now() < at;) {
    /* wait */
  }
}
await bridge.start();
tell({ started: bridge.status });
