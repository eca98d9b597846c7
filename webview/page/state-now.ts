/** A session's state at this moment: how its turn ended, that its call takes long or nothing is heard of it, or else what the host says. Pure. */
import type { SessionSummary } from '../../src/core/view/snapshot.js';
import type { Message } from '../../src/core/view/wording.js';
import { endLook, sessionLook, type Look } from '../ui/looks.js';
import type { Texts } from '../ui/texts.js';
import type { ShownState } from './shown-state.js';

/** A silence shorter than this is not told (milliseconds). */
const SILENT_MS = 60_000;

/** `isTimed`: the word tells a time. */
export function stateNow(
  session: SessionSummary,
  waitingFor: Message | undefined,
  shown: ShownState,
  texts: Texts,
): { word: string; look: Look; isTimed?: boolean } {
  const { end, state } = session;
  if (end !== undefined && (state === 'idle' || state === 'stopped')) {
    return { word: texts.get(`end.${end.how}`), look: endLook(end.how) };
  }
  const look = sessionLook(state, waitingFor);
  const silence = measureSilence(session, shown);
  if (silence < SILENT_MS) {
    return { word: texts.state(state, waitingFor), look };
  }
  // a call that runs tells nothing until it ends: the agent is at work
  const { callSince } = session;
  const isTimed = true;
  return callSince === undefined
    ? {
        word: texts.get('state.silent', { time: texts.elapsed(silence) }),
        look: { icon: 'hourglass', tone: 'dim' },
        isTimed,
      }
    : {
        word: texts.get('state.running', { time: texts.elapsed(shown.now - callSince) }),
        look,
        isTimed,
      };
}

/** How long nothing has been heard of an agent that is said to make progress. */
function measureSilence(
  { state, signAt }: SessionSummary,
  { snapshot: { paused, playback }, now }: ShownState,
): number {
  const isLive = state === 'progressing' && !paused && playback === undefined;
  return isLive && signAt !== undefined ? now - signAt : 0;
}
