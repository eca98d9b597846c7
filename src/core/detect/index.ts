/** The detectors of each preset; the first wins ties. A new detector is one file and one entry here. */
import type { Preset } from '../thresholds/thresholds.js';
import type { Detector } from './detector.js';
import { groupLoops } from './seeds/group-loops.js';
import { patterns } from './seeds/patterns.js';
import { stuckHeuristics } from './seeds/stuck-heuristics.js';
import { condensation } from './condensation.js';
import { earlyWarning } from './early-warning.js';
import { editTest } from './edit-test.js';
import { errorLoop } from './error-loop.js';
import { flakyTest } from './flaky-test.js';
import { loop } from './loop.js';
import { monologue } from './monologue.js';
import { noProgress } from './no-progress.js';
import { oscillation } from './oscillation.js';
import { progressDetector } from './seeds/progress-detector.js';
import { silence } from './silence.js';
import { waiting } from './waiting.js';

export const detectors: Record<Preset, readonly Detector[]> = {
  balanced: [
    loop,
    errorLoop,
    oscillation,
    editTest,
    noProgress,
    flakyTest,
    monologue,
    condensation,
    earlyWarning,
    silence,
    waiting,
  ],
  'progress-detector': [progressDetector],
  'stuck-heuristics': [stuckHeuristics],
  'group-loops': [groupLoops],
  patterns: [patterns],
};
