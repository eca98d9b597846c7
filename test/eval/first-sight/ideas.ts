/** All ideas, circles and honest work. */
import { honestEffects } from './honest-effects.js';
import { honestEverydayLooks, honestEverydayWork } from './honest-everyday.js';
import { honestProjects } from './honest-projects.js';
import { honestSweeps } from './honest-sweeps.js';
import { honestTwins } from './honest-twins.js';
import { honestWays } from './honest-ways.js';
import type { Idea } from './idea.js';
import { stallsByAnswers } from './stalls-answers.js';
import { stallsByBuilds } from './stalls-builds.js';
import { stallsByEffects } from './stalls-effects.js';
import { stallsByRounds } from './stalls-rounds.js';
import { stallsBySessions } from './stalls-sessions.js';
import { stallsOfProjects } from './stalls-projects.js';
import { stallsByServices } from './stalls-services.js';
import { stallsOfEverydayLooks, stallsOfEverydayWork } from './stalls-everyday.js';

export const ideas: readonly Idea[] = [
  ...stallsByAnswers,
  ...stallsByBuilds,
  ...stallsByServices,
  ...stallsByRounds,
  ...stallsBySessions,
  ...stallsByEffects,
  ...stallsOfEverydayWork,
  ...stallsOfEverydayLooks,
  ...stallsOfProjects,
  ...honestSweeps,
  ...honestWays,
  ...honestTwins,
  ...honestEffects,
  ...honestEverydayWork,
  ...honestEverydayLooks,
  ...honestProjects,
];
