/** How a kind of recorded run is recognised and read. Adding one: a reader in its agent's folder, named by its definition. */
import type { TurnEvent } from '../../core/events.js';
import type { LogReader } from '../agent.js';

/** `line`: 1-based; 0 where the file has no lines that count (a database, a document of one line). */
export interface Skipped {
  line: number;
  reason: string;
}

/** What could be read, and what was skipped and why. */
export interface RecordedEvents {
  events: TurnEvent[];
  skipped: Skipped[];
}

interface Format {
  /** One format may have several kinds. */
  id: string;
  /** It also recognises what other formats do: asked last. */
  general?: true;
}

/** JSON Lines. */
export interface LineFormat extends Format {
  kind: 'lines';
  /** Whether one parsed line looks like this format. */
  recognises(line: unknown): boolean;
  open(file: string): LogReader;
}

/** One JSON document. A truncated one is passed as far as it could be parsed. */
export interface DocumentFormat extends Format {
  kind: 'document';
  recognises(document: unknown): boolean;
  read(document: unknown, file: string): RecordedEvents;
}

/** A SQLite database. */
export interface DatabaseFormat extends Format {
  kind: 'database';
  /**
   * @param file path of the database; it is opened read-only. A sentence if it cannot be read.
   * @param session only this one is read, with its sub-agents
   */
  read(file: string, session?: string): Promise<RecordedEvents | { problem: string }>;
}

export type RecordingFormat = LineFormat | DocumentFormat | DatabaseFormat;
