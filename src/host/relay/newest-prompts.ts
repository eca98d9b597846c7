import type { TurnEvent } from '../../core/events.js';
import { setNewest } from '../../core/push-newest.js';
import type { TrackerListener } from '../../live/session-tracker.js';

const MOST_PROMPTS = 200;

const LONGEST_PROMPT = 4096;

/** Remembers the newest prompt of each session: by it, a model request that names no session is assigned to one. */
export class NewestPrompts implements TrackerListener {
  private readonly prompts = new Map<string, string>();

  onEvent(event: TurnEvent): void {
    if (event.type !== 'turn.start' || event.prompt === undefined) {
      return;
    }
    const prompt = event.prompt.trim().slice(0, LONGEST_PROMPT);
    setNewest(this.prompts, event.session, prompt, MOST_PROMPTS);
  }

  findPrompt(session: string): string | undefined {
    return this.prompts.get(session);
  }
}
