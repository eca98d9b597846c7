/** What is open below the buttons, and the turn that it is about. */
import type { Lesson } from '../../src/protocol/view.js';

export interface DrawerContent {
  session: string;
  turn: number;
  /** Without a lesson it is the field for a sentence to the agent. */
  lesson?: Lesson;
  /** What that field begins with. */
  draft?: string;
  /** Differs each time that something is opened. */
  opened: number;
}
