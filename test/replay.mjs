// `npm run replay`: bundles the replay if its sources changed, silently, and runs it with the same arguments.
import { runBundled } from './bundled.mjs';

await runBundled('replay', 'src/replay.ts', ['src']);
