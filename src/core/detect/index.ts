/** The detectors of each preset; the first wins ties. A new detector is one file and one entry here. */
import type { Preset } from '../thresholds/thresholds.js';
import type { Detector } from './detector.js';
import { groupLoops } from './seeds/group-loops.js';
import { patterns } from './seeds/patterns.js';
import { stuckHeuristics } from './seeds/stuck-heuristics.js';
import { condensation } from './circles/condensation.js';
import { degenerate } from './degenerate.js';
import { earlyWarning } from './early-warning.js';
import { editTest } from './failures/edit-test.js';
import { errorLoop } from './failures/error-loop.js';
import { failedTurns } from './failures/failed-turns.js';
import { fanOut } from './fan-out.js';
import { flakyTest } from './failures/flaky-test.js';
import { fruitless } from './fruitless.js';
import { hungCall } from './hung/hung-call.js';
import { limits } from './limits.js';
import { loop } from './loop.js';
import { monologue } from './monologue.js';
import { noProgress } from './no-progress.js';
import { oscillation } from './circles/oscillation.js';
import { progressDetector } from './seeds/progress-detector.js';
import { silence } from './hung/silence.js';
import { restatedNotes } from './circles/restated-notes.js';
import { repeatedFeedback } from './circles/repeated-feedback.js';
import { turnCircle } from './circles/turn-circle.js';
import { repeatedComplaint } from './failures/repeated-complaint.js';
import { unmoved } from './failures/unmoved.js';
import { waiting } from './hung/waiting.js';

export const detectors: Record<Preset, readonly Detector[]> = {
  balanced: [
    loop,
    errorLoop,
    oscillation,
    editTest,
    unmoved,
    repeatedComplaint,
    noProgress,
    fruitless,
    flakyTest,
    monologue,
    restatedNotes,
    condensation,
    degenerate,
    turnCircle,
    repeatedFeedback,
    failedTurns,
    fanOut,
    limits,
    earlyWarning,
    hungCall,
    silence,
    waiting,
  ],
  'progress-detector': [progressDetector],
  'stuck-heuristics': [stuckHeuristics],
  'group-loops': [groupLoops],
  patterns: [patterns],
};
