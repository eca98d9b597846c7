// `npm run eval -- FOLDER`: the figures of every preset and of simple rules for a folder of labelled runs.
import { runBundled } from './bundled.mjs';

await runBundled('eval', 'test/eval/main.ts', ['src', 'test/eval', 'test/unit']);
