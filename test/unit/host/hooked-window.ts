/** A window's live watch with the feed that hooks and logs come through. */
import { findSender } from '../../../src/agents/loaded.js';
import { BackgroundTasks } from '../../../src/agents/reading/background-tasks.js';
import type { HookContext } from '../../../src/bridge/requests/hook-request.js';
import { Feed } from '../../../src/live/feed.js';
import { HeldPrompts } from '../../../src/live/held-prompts.js';
import { openLive } from './live-window.js';

/** A window with hooks of Claude Code, and what it asked the workspace, which is looked at by `look`. */
export function hooked(
  look: () => Promise<unknown> = () => Promise.resolve(),
  catchUp: (agent: string, log: string) => Promise<void> = () => Promise.resolve(),
  settings = { answersPrompts: false },
) {
  const window = openLive({ capabilities: { textOnly: 'deny', stop: true, guide: true } });
  const { live, now, clock, log } = window;
  const asked: string[] = [];
  const prompts = new HeldPrompts({ tracker: live, clock, settings, card: { isVisible: true } });
  const feed = new Feed({
    tracker: live,
    clock,
    log,
    workspace: {
      turnOpened: (session) => asked.push(`${session} opened`),
      turnClosed: (session) => asked.push(`${session} closed`),
      observe: () => undefined,
      stepEnded: look,
      settle: () => Promise.resolve(true),
    },
    tasks: new BackgroundTasks(),
    sender: findSender,
    logs: { catchUp },
    links: { carried: () => false },
    heard: undefined,
    processes: undefined,
    prompts,
  });
  const hook = (
    event: string,
    more: Record<string, unknown> = {},
    delivered: Promise<boolean> = Promise.resolve(true),
    how: Partial<HookContext> = {},
  ): Promise<string> =>
    feed.hook(
      'claude-code',
      { session_id: 'S', cwd: '/w', transcript_path: '', hook_event_name: event, ...more },
      { receivedAt: now(), deadline: now() + 800, delivered, ...how },
    );
  const dispose = (): void => {
    prompts.dispose();
    feed.dispose();
    live.dispose();
  };
  return { ...window, asked, feed, hook, prompts, dispose };
}

/** The same, of agents that only their hooks tell of. */
export function toldOnly() {
  const window = hooked();
  const { feed, now } = window;
  const hook = (installedFor: string, payload: Record<string, unknown>): Promise<string> =>
    feed.hook(installedFor, payload, {
      receivedAt: now(),
      deadline: now() + 800,
      delivered: Promise.resolve(true),
    });
  return { ...window, hook };
}
