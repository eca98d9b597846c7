/** The list of detectors, preset by preset. The order settles ties. Adding a detector: one file, one entry here. */
import type { Preset } from '../thresholds.js';
import type { Detector } from './detector.js';
import { noProgress } from './no-progress.js';
import { progressDetector } from './progress-detector.js';
import { silence } from './silence.js';
import { waiting } from './waiting.js';

export const detectors: Record<Preset, readonly Detector[]> = {
  balanced: [noProgress, silence, waiting],
  'progress-detector': [progressDetector],
};

export function isPerTurn(preset: Preset): boolean {
  return detectors[preset].some((detector) => detector.perTurn);
}
