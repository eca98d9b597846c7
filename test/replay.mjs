// `npm run replay`: bundles `turnwatch replay` if its sources changed, silently, and runs it with the same arguments.
import { runBundled } from './bundled.mjs';

process.argv.splice(2, 0, 'replay');
await runBundled('replay', 'src/cli/main.ts', ['src']);
