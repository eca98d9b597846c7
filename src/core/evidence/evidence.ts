/** The evidence about an answered call: read-only groups on which worth rules and detectors decide. */
import type { ToolClass } from '../events.js';
import type { CallError } from '../identity/call-error.js';
import type { EditValue } from '../identity/edits/file-states.js';
import type { Noise } from '../identity/noise/noise.js';
import type { TestRun } from '../identity/test-run/test-run.js';
import type { Message } from '../view/wording.js';

export interface Evidence {
  readonly action: ActionEvidence;
  readonly outcome: OutcomeEvidence;
  /** Only where a test runner, a compiler or a checker spoke. */
  readonly tests: TestEvidence | undefined;
  readonly error: CallError | undefined;
  readonly edits: EditEvidence;
  /** Only for answers that count for what they tell: not of edits, plans, tests or failures. */
  readonly reads: ReadEvidence | undefined;
  readonly repeat: RepeatEvidence;
}

/** What was done. */
export interface ActionEvidence {
  /** Identity of the action: see `Call.key`. */
  readonly key: string;
  readonly class: ToolClass;
  readonly noOp: boolean;
  /** A sleep between two looks at a job. */
  readonly waits: boolean;
  /** Waits for a job, or looks at one after a wait. */
  readonly polls: boolean;
  /** Only looks at something. */
  readonly looks: boolean;
  /** Only looks at the state of the repository. */
  readonly overview: boolean;
  /** Runs a program of the project. */
  readonly runs: boolean;
  /** Rewrites a whole to-do list instead of one item. */
  readonly replans: boolean;
}

/** `void`: asked a person, or cancelled along with another call of its step. */
export type OutcomeState = 'unanswered' | 'denied' | 'declined' | 'void' | 'answered';

/** What came back. */
export interface OutcomeEvidence {
  readonly state: OutcomeState;
  /** Identity of the outcome: a hash of the output without noise, or how the tests went; undefined unless answered. */
  readonly key: string | undefined;
  /** Length of the output in characters, without the wrapper texts of the agent's tool. */
  readonly length: number;
  /** The call failed, or its ordinary output reports an error. */
  readonly failed: boolean;
  /** No earlier step came to this outcome; an empty output is never new. */
  readonly isNew: boolean;
  /** The output of a program speaks of trouble. */
  readonly troubled: boolean;
  /** This session wrote the program that ran, and its output does not say that all is well. */
  readonly unproven: boolean;
}

export interface TestEvidence {
  readonly run: TestRun;
  /** Steps in which exactly these tests failed with nothing changed between, whatever the command. */
  readonly looks: number;
  /** The same tests went differently before, and nothing was changed between. */
  readonly flaky: boolean;
}

/** What happened to files. */
export interface EditEvidence {
  /** By content; empty where that is not known. */
  readonly files: readonly EditValue[];
  /** The first file, relative to the session's folder, if the call is an edit and names it. */
  readonly path: string | undefined;
  /** Files changed in a way that is new in the session: `alters` or `elsewhere`. */
  readonly changes: boolean;
  /** A content that the file did not have, or a command that changes files for the first time. */
  readonly alters: boolean;
  /** Changed by checking out another commit: what runs there has nothing to do with earlier edits. */
  readonly elsewhere: boolean;
  /** Ran for the first time, and may have had an effect that nothing shows. */
  readonly unseen: boolean;
}

/** `new`: lines of the file's current version not yet read. `seen`: none. `seen-since`: none, and the file was read repeatedly without a reason to. */
export type LinesRead = 'new' | 'seen' | 'seen-since';

/** What an answer brought of files. */
export interface ReadEvidence {
  /** Undefined where it is not certain which lines of which file were read. */
  readonly lines: LinesRead | undefined;
  /** A search that found only lines that were read before. */
  readonly foundKnown: boolean;
  /** A whole file read as it was before, though an edit should have changed it. */
  readonly unmoved: boolean;
}

/** What the call has in common with earlier ones. */
export interface RepeatEvidence {
  /** Identity of action and outcome together; undefined where the call says nothing about the agent. */
  readonly pair: string | undefined;
  /** No earlier step issued the same action. False for calls that are not remembered. */
  readonly first: boolean;
  /** The last earlier step with the same action. */
  readonly step: number | undefined;
  /** That step came to the same outcome. */
  readonly sameOutcome: boolean;
  /** It also did so with no reason since to ask again. */
  readonly needless: boolean;
  /** Kinds of noise left out to see that the outcome is the same. */
  readonly masked: readonly Noise[] | undefined;
}

/**
 * `progress`: something was changed or learned. `idle`: nothing came of a call that could have brought something.
 * `empty`: a no-op, or a repetition with nothing new. `neutral`: says nothing about the agent.
 */
export type Worth = 'progress' | 'idle' | 'empty' | 'neutral';

/** A call as it was judged. */
export interface CallValue {
  readonly worth: Worth;
  /** Why, for a person. */
  readonly note: Message | undefined;
  /** Id of the worth rule that decided. */
  readonly rule: string;
  readonly evidence: Evidence;
}
