/** The evidence about an answered call: read-only groups on which worth rules and detectors decide. */
import type { ToolClass } from '../events.js';
import type { CallError } from '../identity/errors/call-error.js';
import type { OtherCopy } from '../identity/other-copy.js';
import type { EditValue } from '../identity/edits/file-content.js';
import type { Trial } from '../identity/errors/trial.js';
import type { Noise } from '../identity/noise/noise.js';
import type { QuestionWord, Sweep } from '../identity/tool/question.js';
import type { RunCore } from '../identity/answer/run-core.js';
import type { Says } from '../identity/answer/said.js';
import type { TestRun } from '../identity/test-run/test-run.js';
import type { Message } from '../view/words/wording.js';
import type { Complaint } from './complaints.js';

export interface Evidence {
  readonly action: ActionEvidence;
  readonly outcome: OutcomeEvidence;
  /** Only where a test runner, a compiler or a checker spoke. */
  readonly tests: TestEvidence | undefined;
  readonly error: CallError | undefined;
  /** Identity of what an edit is to put in, wherever: see `identifyProposal`. */
  readonly proposal: string | undefined;
  /** The first call that takes up the help of a rejection: another attempt, even if it is rejected too. */
  readonly followsHelp: boolean;
  /** Only where tests, a program of the project, a script of the agent's own or what was edited ran. */
  readonly run: RunEvidence | undefined;
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
  /** A no-op that tells what follows. */
  readonly narrates: boolean;
  /** A sleep between two looks at a job. */
  readonly waits: boolean;
  /** Waits for a job, or looks at one after a wait. */
  readonly polls: boolean;
  /** Only looks at something. */
  readonly looks: boolean;
  /** Only looks at the state of the repository. */
  readonly overview: boolean;
  /** What it answers may show what an edit did: it runs something, and is no check of form. */
  readonly witnesses: boolean;
  /** Asks something that is no file, or searches: what it answers may show what an edit or another act did. */
  readonly observes: boolean;
  /** Runs a program of the project. */
  readonly runs: boolean;
  /** A script of its own that is to rewrite files. */
  readonly rewrites: boolean;
  /** A command that names a file or a place. */
  readonly namesFiles: boolean;
  /** Keeps the agent's own list, plan, memory or notes. */
  readonly keepsBooks: boolean;
  /** The words of the question, of calls that found nothing, nothing new, or faults of what they checked. */
  readonly question: readonly QuestionWord[];
  /** Puts a whole list into other words, instead of adding an item or ticking one off. */
  readonly replans: boolean;
  /** Runs tests, a build or a checker. */
  readonly checks: boolean;
  /** It compares two things, and says nothing where they are equal. */
  readonly compares: boolean;
}

/** `void`: asked a person, or cancelled along with another call of its step. */
export type OutcomeState = 'unanswered' | 'denied' | 'declined' | 'void' | 'answered';

/** What came back. */
export interface OutcomeEvidence {
  readonly state: OutcomeState;
  /** Identity of the outcome: a hash of the output without noise, or how the tests went; undefined unless answered. */
  readonly key: string | undefined;
  /** Equal for outputs that differ, besides in noise, only in numbers. */
  readonly numberless: string | undefined;
  /** Length of the output in characters, without the wrapper texts of the agent's tool. */
  readonly length: number;
  /** The call failed, or its ordinary output reports an error. */
  readonly failed: boolean;
  /** What the answer says, and what a negative one comes down to. */
  readonly says: Says;
  readonly core: string | undefined;
  /** The line that makes it negative, without noise. */
  readonly telling: string | undefined;
  /** Only of an answer that tells of a failure, or that nothing is there. */
  readonly complaint: Complaint | undefined;
  /** The failure is at code that none had shown, and that no recent edit wrote, or further down than any: the one before is mended. */
  readonly movedOn: boolean;
  /** Nothing of its kind goes through, however long it waits. */
  readonly isWall: boolean;
  /** It says that what was named is not there. */
  readonly isAbsent: boolean;
  /** Identity of the answer without the value that the edit before had put in; undefined unless its error names that. */
  readonly untried: string | undefined;
  /** Some line of it says that something is well. */
  readonly tellsWell: boolean;
  /** This agent has not told a single output so far: nothing is known of what was found. */
  readonly untold: boolean;
  /** Empty, not found, refused or timed out: nothing came of it. */
  readonly fruitless: boolean;
  /** A helper tells in sentences what was told before: neither its order nor its answer names anything else. */
  readonly restates: boolean;
  /** No earlier step came to this outcome; an empty output is never new. */
  readonly isNew: boolean;
  /** Some word of it says that something is well. */
  readonly tellsSuccess: boolean;
  /** It is about something that this session wrote. */
  readonly isOwn: boolean;
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

/** What a run told. */
export interface RunEvidence {
  /** Identity of the script that ran if this session wrote it, in a file or in the command; undefined for tests. */
  readonly script: string | undefined;
  /** The script is new or was rewritten since it last ran, so that its prints are no facts. */
  readonly rewritten: boolean;
  /** Identities of the errors that it names, without places and a script's name. */
  readonly core: RunCore | undefined;
  /** Lines that no failing run printed before and that the agent did not write itself. Only of runs that go wrong. */
  readonly facts: number;
  /** Only where the tool tried what it edited. */
  readonly trial: Trial | undefined;
  /** The script printed nothing, although it or an edit before it prints. */
  readonly silent: boolean;
  /** A trace names another copy of a file than the one that was edited. */
  readonly otherCopy: OtherCopy | undefined;
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
  /** Files got back the state from before the edits. */
  readonly restores: boolean;
  /** A command that edits and then does something with it. */
  readonly setsScene: boolean;
  /** Ran for the first time, and may have had an effect that nothing shows. */
  readonly unseen: boolean;
  /** Something that this session had written just before was written anew. */
  readonly reworks: boolean;
  /** What such an act names: a route, a cell, a receiver. Empty for others. */
  readonly targets: readonly string[];
}

/** The targets of an act that names nothing else than what an answer has just shown, or a key. */
export const onWhatIsShown: readonly string[] = ['shown'];

/**
 * `new`: lines of the file's current version not yet read. `seen`: none. `again`: none, and the first reading since there was reason to
 * read again. `seen-since`: none, and the file was read repeatedly without a reason to.
 */
export type LinesRead = 'new' | 'seen' | 'again' | 'seen-since';

/** What an answer brought of files. */
export interface ReadEvidence {
  /** Undefined where it is not certain which lines of which file were read. */
  readonly lines: LinesRead | undefined;
  /** A search that found only lines that were read before. */
  readonly foundKnown: boolean;
  /** A whole file read as it was before, though an edit should have changed it. */
  readonly unmoved: boolean;
  /** It shows files that this session changed: lines may be new only because the session wrote them. */
  readonly ofOwnEdit: boolean;
}

/** What the call has in common with earlier ones. */
export interface RepeatEvidence {
  /** Identity of action and outcome together; undefined where the call says nothing about the agent. */
  readonly pair: string | undefined;
  /** No earlier step issued the same action. False for calls that are not remembered. */
  readonly first: boolean;
  /** The last earlier step with the same action. */
  readonly step: number | undefined;
  /** Steps of this turn that issued the action, with this one. */
  readonly times: number;
  /** The newest questions without news are one. */
  readonly sweep: Sweep | undefined;
  /** The person asked for as many. */
  readonly askedFor: boolean;
  /** The first answer to this question is one that the person wants to see: that nothing is there, or that it is refused. */
  readonly wanted: boolean;
  /** A search that finds nothing of what this session took out. */
  readonly gone: boolean;
  /** The very answer that the questions before it got, to ever other programs. */
  readonly oneAnswer: boolean;
  /** What it does is told by other calls, and these told something new since. */
  readonly steers: boolean;
  /** Goes on with what is under way, which is something else than last time. */
  readonly continuesAnother: boolean;
  /** That step came to the same outcome. */
  readonly sameOutcome: boolean;
  /** It did, other numbers aside. */
  readonly sameButNumbers: boolean;
  /** It also did so with no reason since to ask again. */
  readonly needless: boolean;
  /** A look that goes on with a second reading of what was looked at before, in the same order. */
  readonly replays: boolean;
  /** Known before the context was condensed, and looked at for the first time since. */
  readonly recalled: boolean;
  /** A check that says again that all is well, for the first time since files changed. */
  readonly confirmed: boolean;
  /** Undefined unless, with nothing changed between, the steps with this action came to outcomes that differ only in numbers. */
  readonly onlyNumbers: OnlyNumbers | undefined;
  /** Kinds of noise left out to see that the outcome is the same. */
  readonly masked: readonly Noise[] | undefined;
}

/** Steps in a row whose outcomes differ only in numbers. */
export interface OnlyNumbers {
  readonly steps: number;
  /** One of the numbers only ever rose, or only ever fell: it counts towards an end. */
  readonly moves: boolean;
  /** The answer may come from something that changes by itself: a file or a service that was only looked at. */
  readonly live: boolean;
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
