/** Everyday work with builds, deployments and data: circles, each with the honest run that looks like it. */
import { other, row, word, type Scene } from './cases.js';

/** Rounds of calls, each a response of its own. */
const rounds =
  (count: number, tell: (...told: [...Parameters<Scene>, number]) => void): Scene =>
  (tools, story) => {
    for (let i = 0; i < count; i++) {
      tell(tools, story, i);
    }
  };
const click = (ref: string) => other('browser_click', { ref }, 'Clicked');
const look = (seen: string) => other('browser_snapshot', {}, `- Page URL: /cart\n${seen}`);
/** Long enough to be a proposal of its own. */
const proposal = (lines: number, i: number): string =>
  Array.from(
    { length: lines },
    (_, n) => `  const ${word(n + i)} = read(${n}, "${word(n)}");`,
  ).join('\n');
const rejected = (text: string) =>
  other(
    'edit_file',
    { path: 'src/app.ts', text },
    'Error: your edit was rejected, as it has introduced syntax errors.',
    { ok: false },
  );

describe('cases: everyday work', () => {
  row('rules added one by one before the line that ends a function', 'quiet', {
    'each drops other rows': rounds(9, (tools, story, i) => {
      story
        .step(
          tools.replace('/w/clean.py', 'return rows', `rows = ${word(i)}(rows)\n    return rows`),
        )
        .step(tools.run('python clean.py', `rule ${word(i)} dropped ${i * 7 + 3} rows`));
    }),
  });
  row('findings of a checker of which only the last are shown', 'quiet', {
    'fewer are left': rounds(10, (tools, story, i) => {
      story
        .step(tools.replace(`/w/shop/${word(i)}.py`, 'def get(x)', `def get(x: ${word(i)})`))
        .step(
          tools.run(
            'mypy shop | tail -2',
            `shop/zone.py:112: error: Function is missing a type annotation  [no-untyped-def]\nFound ${41 - i} errors in 9 files (checked 31 source files)`,
            1,
          ),
        );
    }),
  });
  row('a job started anew, which fails and at last goes through', 'watch at most', {
    'at the fourth start': (tools, story) => {
      rounds(4, (_, __, i) => {
        story
          .step(tools.run('gh run rerun 48', '✓ Requested rerun of run 48'))
          .step(
            i < 3
              ? tools.run(
                  'gh run watch 48',
                  `X e2e (ID 33${i}41)\nThe runner has received a shutdown signal.`,
                  1,
                )
              : tools.run('gh run watch 48', '✓ e2e passed'),
          );
      })(tools, story);
    },
  });
  row('a job started anew, which always fails', 'loop by 9', {
    'in the same way': rounds(6, (tools, story) => {
      story
        .step(tools.run('gh run rerun 48', '✓ Requested rerun of run 48'))
        .step(tools.run('gh run watch 48', 'X e2e\nNo machine of that kind.', 1));
    }),
  });
  const pushed = (step: (i: number) => string): Scene =>
    rounds(6, (tools, story, i) => {
      story
        .step(tools.replace('/w/.github/workflows/ci.yml', `node: ${i + 14}`, `node: ${i + 15}`))
        .step(tools.run(`git commit -qam "CI with Node ${i + 15}" && git push -q`, ''))
        .step(
          tools.run(
            'gh run watch --exit-status',
            `X main CI · ${17700345120 + i * 1303}\nTriggered via push about 1 minute ago\n\nJOBS\nX build in 1m${10 + i}s (ID ${4992001123 + i * 977})\n  ✓ Set up job\n  X ${step(i)}\n\nANNOTATIONS\nX Process completed with exit code 1.`,
            1,
          ),
        );
    });
  row('a pipeline that fails at the same step after each push', 's by 15', {
    'whatever its runs are numbered': pushed(() => 'Run npm ci'),
  });
  row('a pipeline that fails at another step after each push', 'watch at most', {
    'one after the other': pushed((i) => `Run ${word(i)}`),
  });
  const logged = (error: (i: number) => string): Scene =>
    rounds(7, (tools, story, i) => {
      const pod = `api-${['9e3779b1f4', '3c6ef372e8', 'daa66d2b07'][i % 3]}-${'x2k4qbn7tz'.slice(i % 5, (i % 5) + 5)}`;
      story
        .step(tools.replace('/w/k8s/api.yaml', `tries: ${i}`, `tries: ${i + 1}`))
        .step(tools.run('kubectl apply -f k8s/api.yaml', 'deployment.apps/api configured'))
        .step(
          tools.run(
            'kubectl get pods',
            `NAME                   READY   STATUS             RESTARTS      AGE\n${pod}   0/1     CrashLoopBackOff   ${(i % 3) + 1} (${10 + i}s ago)   ${40 + i}s`,
          ),
        )
        .step(tools.run(`kubectl logs ${pod}`, error(i)));
    });
  row('a pod that crashes for ever other reasons', 'watch at most', {
    'each of them mended': logged((i) => `Error: ${word(i).toUpperCase()}_URL is not set`),
  });
  const rollOut = (outcome: (i: number) => string): Scene =>
    rounds(7, (tools, story, i) => {
      story
        .step(tools.replace('/w/values.yaml', `cpu: ${i}00m`, `cpu: ${i + 1}00m`))
        .step(tools.run('kubectl apply -k deploy', 'deployment.apps/shop configured'))
        .step(tools.run('kubectl rollout status deploy/shop', outcome(i)));
    });
  row('a deployment that never gets ready, whatever is changed', 's by 18', {
    'nothing marks the failure': rollOut(
      () => 'Waiting for 0 of 2 updated replicas...\nerror: timed out waiting for the condition',
    ),
  });
  row('a deployment that gets ready after each change', 'quiet', {
    'and says so': rollOut(() => 'deployment "shop" successfully rolled out'),
  });
  row('what is shown is clicked, and shown again', 's by 12', {
    'whatever it is numbered': rounds(8, (_, story, i) => {
      story.step(click(`e${i * 7 + 4}`)).step(look(`- dialog "Country" [ref=e${i * 7 + 4}]`));
    }),
  });
  row('what is shown is clicked, and gives way', 'quiet', {
    'to another page': rounds(8, (_, story, i) => {
      story.step(click(`e${i * 7 + 4}`)).step(look(`- heading "All about the ${word(i)}"`));
    }),
  });
  row('a command that only the same other commands come before', 'no-progress by 10', {
    'and that is always refused': rounds(6, (tools, story, i) => {
      const way = ['chmod +x run', 'chmod 755 ./run', 'chmod a+rx run'][i % 3] ?? '';
      story.step(tools.run(way, '')).step(tools.run('./run', 'sh: ./run: Permission denied', 126));
    }),
  });
  row('a rejected proposal that is written anew, and rejected', 'error-loop by 7', {
    'once at large, then word by word': (_, story) => {
      story.repeat(9, (i) => rejected(proposal(i < 3 ? 10 : 16, i)));
    },
  });
  row('a rejected proposal that is written anew, and accepted', 'watch at most', {
    'at the second try of the new one': (tools, story) => {
      story.repeat(3, (i) => rejected(proposal(10, i)));
      story.step(rejected(proposal(16, 5)));
      story.step(tools.write('/w/src/app.ts', proposal(16, 6)));
    },
  });
});
