/** Windows that are killed, freeze or start at the same instant: processes with the bridge, without VS Code. */
import { setTimeout as sleep } from 'node:timers/promises';
import { PATIENT_MS } from '../unit/support/patient.js';
import { until } from '../unit/support/until.js';
import { facts, milliseconds, type Fault, type Subject } from './harness/fault.js';
import { isSilent } from './harness/hook.js';
import { Windows, type WindowProcess } from './harness/windows.js';

function holderAmong(windows: readonly WindowProcess[]): {
  holder: WindowProcess;
  others: WindowProcess[];
} {
  const holder = windows.find(({ role }) => role === 'hub');
  if (holder === undefined) {
    throw new Error('no window holds the port');
  }
  return { holder, others: windows.filter((window) => window !== holder) };
}

const faults: readonly Fault[] = [
  {
    fault: 'the window that holds the endpoint is killed',
    promise: 'another takes over, and each gets its own hooks again',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const { holder, others } = holderAmong(await windows.opened('alpha', 'beta', 'gamma'));
      const from = performance.now();
      await holder.kill();
      await windows.joined(others);
      const ms = performance.now() - from;
      const answered = await windows.answer(others, 2);
      return facts({ 'one took over': true, 'hooks answered': answered }, milliseconds(ms));
    },
  },
  {
    fault: 'a window is killed in the middle of a hook',
    promise: 'the agent goes on without an answer, the other windows go on answering theirs',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const [hub, member] = await windows.opened('alpha', 'beta');
      if (hub === undefined || member === undefined) {
        throw new Error('two windows');
      }
      const hanging = windows.hook(member, 1, {}, { waitMs: PATIENT_MS });
      await until('the hook has arrived', () => member.has('hook', 1));
      const from = performance.now();
      await member.kill();
      const run = await hanging;
      const ms = performance.now() - from;
      // the one that was killed may have been the one that all hooks ask first
      await until('the other window answers', () => windows.answer([hub], 3));
      const answeredMs = performance.now() - from;
      return facts(
        {
          'the hook ended silently': isSilent(run),
          'later ones, too': isSilent(await windows.hook(member, 2)),
          'the other window answered': true,
        },
        `${milliseconds(ms)}, the other window's after ${milliseconds(answeredMs)}`,
      );
    },
  },
  {
    fault: 'the only window freezes',
    promise: 'a hook ends by itself, without an answer',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const window = await windows.openedOne('alpha');
      window.freeze();
      const first = await windows.hook(window, 1, { strict: true });
      const second = await windows.hook(window, 2, { strict: true });
      window.thaw();
      await until('an answer', () => windows.answer([window], 3));
      return facts(
        {
          'both hooks silent': isSilent(first) && isSilent(second),
          'answered after it woke up': true,
        },
        `${milliseconds(first.ms)}, then ${milliseconds(second.ms)}`,
      );
    },
  },
  {
    fault: 'the window that holds the endpoint freezes while others are open',
    promise: 'it harms only itself; once it goes on, it answers again',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const { holder, others } = holderAmong(await windows.opened('alpha', 'beta', 'gamma'));
      const from = performance.now();
      holder.freeze();
      // one agent may wait in vain, once
      await windows.hook(holder, 0, { strict: true });
      await until('the others answer', () => windows.answer(others, 1));
      const ms = performance.now() - from;
      const silent = isSilent(await windows.hook(holder, 2));
      holder.thaw();
      const all = [holder, ...others];
      await until('all answer again', () => windows.answer(all, 3));
      await windows.joined(all);
      return facts(
        {
          'the others’ hooks answered': true,
          'those of the frozen one silent': silent,
          'all at one port': new Set(all.map(({ port }) => port)).size === 1,
        },
        milliseconds(ms),
      );
    },
  },
  {
    fault: 'a window opens while the one that holds the endpoint is frozen',
    promise: 'it gets its hooks; once the other goes on, both do',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const frozen = await windows.openedOne('alpha');
      frozen.freeze();
      const from = performance.now();
      const [late] = await windows.opened('beta');
      const ms = performance.now() - from;
      const answered = late !== undefined && (await windows.answer([late], 1));
      frozen.thaw();
      await until('both answer', () => windows.answer(windows.all, 2));
      await windows.joined(windows.all);
      return facts({ 'its hook answered': answered, 'both joined': true }, milliseconds(ms));
    },
  },
  {
    fault: 'a window freezes while it holds an agent’s hook, and answers when it goes on',
    promise: 'the agent has gone on, and no window claims that the answer was delivered',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const window = windows.open('alpha', { strict: true });
      await window.started();
      const asked = windows.hook(window, 1, { strict: true }, { n: 'held' });
      await until('the hook has arrived', () => window.has('hook', 'held'));
      window.freeze();
      const run = await asked;
      window.tell('release');
      window.thaw();
      await until('an outcome', () => window.has('delivered'));
      return facts(
        {
          'the hook ended silently': isSilent(run),
          'no delivery claimed': !window.has('delivered', true),
        },
        milliseconds(run.ms),
      );
    },
  },
  {
    fault: 'the computer sleeps: all windows stand still, then go on',
    promise: 'all are connected again, and each gets its hooks',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const all = await windows.opened('alpha', 'beta', 'gamma');
      for (const window of all) {
        window.freeze();
      }
      await sleep(3000);
      for (const window of all) {
        window.thaw();
      }
      const from = performance.now();
      await until('all answer', () => windows.answer(all, 1));
      const ms = performance.now() - from;
      await windows.joined(all);
      return facts(
        { 'each got its hooks': true, 'one holds the endpoint': true },
        milliseconds(ms),
      );
    },
  },
  {
    fault: 'four windows start at the same instant',
    promise: 'they agree on one endpoint',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const all = ['alpha', 'beta', 'gamma', 'delta'].map((name) =>
        windows.open(name, { waits: true }),
      );
      await until('all are ready', () => all.every((window) => window.has('ready')));
      const startAt = Date.now() + 50;
      for (const window of all) {
        window.tell({ startAt });
      }
      const from = performance.now();
      await windows.joined(all);
      return facts(
        {
          'one port': new Set(all.map(({ port }) => port)).size === 1,
          'each gets its hooks': await windows.answer(all, 1),
        },
        milliseconds(performance.now() - from),
      );
    },
  },
  {
    fault: 'all windows are killed',
    promise: 'the agent goes on unnoticed; the next window serves it again',
    quick: true,
    play: async (stage) => {
      const windows = new Windows(stage);
      const killed = await windows.opened('alpha', 'beta');
      await Promise.all(killed.map((window) => window.kill()));
      const runs = await Promise.all(killed.map((window) => windows.hook(window, 1)));
      const [next] = await windows.opened('gamma');
      return facts(
        {
          'hooks silent': runs.every(isSilent),
          'the next window answered': next !== undefined && (await windows.answer([next], 2)),
        },
        milliseconds(Math.max(...runs.map(({ ms }) => ms))),
      );
    },
  },
];

export const windows: Subject = {
  promise:
    'Another window takes over, each gets the hooks of its own folder, and the agent never waits longer than a second.',
  faults,
};
