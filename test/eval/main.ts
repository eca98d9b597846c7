/** `npm run eval`: the figures of labelled runs, and what each part is worth by the project's own behavior cases. */
import { runToExit } from '../../src/cli/command-line.js';
import { evaluate } from './evaluate.js';
import { behaviorCases } from './cases.js';

await runToExit(() => evaluate(process.argv.slice(2), behaviorCases));
