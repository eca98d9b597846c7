import type { TurnEvent } from '../../core/events.js';
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
    this.prompts.delete(event.session);
    this.prompts.set(event.session, event.prompt.trim().slice(0, LONGEST_PROMPT));
    const [oldest] = this.prompts.keys();
    if (this.prompts.size > MOST_PROMPTS && oldest !== undefined) {
      this.prompts.delete(oldest);
    }
  }

  findPrompt(session: string): string | undefined {
    return this.prompts.get(session);
  }
}
