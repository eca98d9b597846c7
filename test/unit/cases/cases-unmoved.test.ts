/** Cases of answers that stay the same whatever is done, of failures that take turns, and of waits for nothing: each with honest twins. */
import { alternate, each, other, row, word, type Scene } from './cases.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const asked =
  (prompt: string, scene: Scene): Scene =>
  (tools, story) => {
    story.turn(prompt);
    scene(tools, story);
  };

const tuned = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/cart.css', `margin: ${8 + i}px;`, `margin: ${9 + i}px;`);
const extended = (tools: Toolset, i: number): Act =>
  tools.replace('/w/src/cart.css', `/* ${word(i)} */`, `.${word(i)} { color: red }`);
const compared = (): Act =>
  other('mcp__browser__compare', { name: 'cart' }, '5121 pixels differ (4.12 %)');

const fetched = (tools: Toolset): Act =>
  tools.run('curl -s localhost:3000/cart/7', '{"id":7,"items":3,"total":41}');

describe('cases: an answer that nothing moves', () => {
  row('one thing changed again and again, and the same answer', 'no-progress w8 s12', {
    'a picture after each edit of one line': alternate(9, tuned, compared),
    'a page of the server': alternate(9, tuned, (tools) =>
      tools.run('curl -s localhost:3000/cart/7', '{"id":7,"items":3,"total":41}'),
    ),
    'a limit set by one interface, read by another': alternate(
      9,
      (_, i) =>
        other(
          'mcp__gateway__set_limit',
          { route: 'orders', value: 20 + i },
          '{"status":200,"message":"OK"}',
        ),
      () => other('mcp__gateway__get_limit', { route: 'orders' }, '{"route":"orders","limit":10}'),
    ),
    'mails that do not arrive': alternate(
      9,
      (_, i) =>
        other(
          'mcp__mail__send_message',
          { to: 'qa@example.com', subject: `Sign-up ${i}`, content: 'Please confirm.' },
          '{"queued":true}',
        ),
      () => other('mcp__mail__list_messages', { folder: 'Inbox' }, '{"messages":[],"total":0}'),
    ),
  });
  row('two questions after each change, and the same two answers', 'no-progress by 12', {
    'a picture and a page': each(18, (tools, i) =>
      i % 3 === 0 ? tuned(tools, i / 3) : i % 3 === 1 ? compared() : fetched(tools),
    ),
  });
  row('the same, as far as it goes', 'quiet', {
    'edits that add something else each time': alternate(9, extended, compared),
    'the same, asked after in two ways': each(18, (tools, i) =>
      i % 3 === 0 ? extended(tools, i / 3) : i % 3 === 1 ? compared() : fetched(tools),
    ),
    'two questions, one of which says that all is well': each(12, (tools, i) =>
      i % 3 === 0
        ? tuned(tools, i / 3)
        : i % 3 === 1
          ? tools.run('curl -s localhost:3000/health', '{"status":"ok"}')
          : tools.run('curl -s localhost:3000/ready', '{"status":"ready"}'),
    ),
    'no problem in the file that is edited': alternate(9, tuned, () =>
      other(
        'mcp__ide__getDiagnostics',
        { uri: 'file:///w/src/cart.css' },
        '[{"uri":"file:///w/src/cart.css","diagnostics":[]}]',
      ),
    ),
    'a page that is up': alternate(9, tuned, (tools) =>
      tools.run('curl -s localhost:3000/health', '{"status":"ok"}'),
    ),
    'no errors, in other words': alternate(9, tuned, (tools) =>
      tools.run('curl -s localhost:8080/page', 'building the page\n0 errors\nthe page is in build'),
    ),
    'eight services, and no alert': alternate(
      8,
      (_, i) =>
        other(
          'mcp__deploy__roll_out',
          { service: word(i), env: 'staging' },
          '{"status":"succeeded"}',
        ),
      () => other('mcp__monitor__list_alerts', { env: 'staging' }, '{"alerts":[]}'),
    ),
    'a server started in the background after each edit': alternate(9, tuned, () =>
      other(
        'Bash',
        { command: 'npm run serve', run_in_background: true },
        'Command running in background with ID: b1',
      ),
    ),
    'another answer each time beside it': each(27, (tools, i) =>
      i % 3 === 0
        ? tuned(tools, i / 3)
        : i % 3 === 1
          ? compared()
          : tools.read(`/w/src/${word(i)}.ts`, `export const ${word(i)} = ${i};`),
    ),
  });
  const opened = (): Act =>
    other('mcp__browser__navigate', { url: 'http://localhost:3000/signup' }, 'heading "Sign up"');
  const faults = [
    '404 (Not Found)',
    '500 (Internal Server Error)',
    "Unexpected token '<'",
    '422 (Unprocessable Entity)',
    "Cannot read properties of undefined (reading 'token')",
    '401 (Unauthorized)',
    'cookies are blocked',
    'redirected too often',
  ];
  const complained = (i: number): Act =>
    other(
      'mcp__browser__console_messages',
      { level: 'error' },
      `[ERROR] signup: ${faults[i] ?? ''}`,
    );
  const mended = (tools: Toolset, i: number): Act =>
    tools.replace('/w/src/signup.ts', `step(${i});`, `await step(${i + 1});`);
  row('a page opened before each try, which gets one fault further', 'quiet', {
    'another fault each time': each(24, (tools, i) =>
      i % 3 === 0 ? opened() : i % 3 === 1 ? complained((i - 1) / 3) : mended(tools, i),
    ),
  });
  row('a page opened before each try, and the same fault', 'no-progress by 21', {
    'the same fault each time': each(24, (tools, i) =>
      i % 3 === 0 ? opened() : i % 3 === 1 ? complained(1) : mended(tools, i),
    ),
  });
  row('a runner that watches for changes, whose end is waited for', 'by 8', {
    'all tests passed long ago': each(10, (tools, i) =>
      tools.run(
        `sleep ${20 + i * 10}; tail -8 /tmp/test.log`,
        ' Tests  212 passed (212)\n PASS  Waiting for file changes...\n       press q to quit',
      ),
    ),
  });
  row('the log of a server that goes on, looked at after each edit', 'quiet', {
    'each edit was taken up': alternate(9, tuned, (tools, i) =>
      tools.run('tail -1 /tmp/vite.log', `10:0${i}:07 [vite] hmr update /src/cart.css`),
    ),
    'each build went through': alternate(9, tuned, (tools, i) =>
      tools.run('tail -2 /tmp/dev.log', `Compiled in ${40 + i} ms\nWatching for file changes...`),
    ),
  });
  row('one message to many people', 'quiet', {
    'by a server’s tool': each(12, (_, i) =>
      other(
        'mcp__mail__send_message',
        {
          to: `${word(i)}@example.com`,
          content: 'The release is out. Please try it until Friday.',
        },
        '{"queued":true}',
      ),
    ),
  });
});

const ways = (...commands: string[]): ((i: number) => string) => {
  return (i) => commands[i % commands.length] ?? '';
};
const pages = ways(
  'curl -s localhost:3000/cart/7',
  'curl -s --compressed http://localhost:3000/cart/7',
  'sleep 2; curl -sS localhost:3000/cart/7',
  'wget -qO- localhost:3000/cart/7',
);
const suites = ways('npx vitest run cart', 'npm test -- cart', 'npx vitest run src/cart.test.ts');

describe('cases: the same answer, however it is asked for', () => {
  row('one place edited anew, and checks in other words', 'no-progress w8 s12', {
    'the page of a server': alternate(9, tuned, (tools, i) =>
      tools.run(pages(i), '{"id":7,"items":3,"total":41}'),
    ),
    'a count of rows': alternate(9, tuned, (tools, i) =>
      tools.run(
        ways('psql -f q.sql | tail -1', 'psql shop -qf q.sql | tail -n 1')(i),
        '(2418 rows)',
      ),
    ),
  });
  row('one place edited anew, and a page complains', 'no-progress w8 s10', {
    'an error page': alternate(9, tuned, (_, i) =>
      other(
        'mcp__browser__navigate',
        { url: `http://localhost:3000/login?try=${i}` },
        'Page: Sign in\nError 400: redirect_uri_mismatch\nThis app’s request is invalid',
      ),
    ),
  });
  row('the same, as far as it goes', 'quiet', {
    'other numbers each time': alternate(9, tuned, (tools, i) =>
      tools.run(
        ways('npx size-limit', 'npm run size', 'npx size-limit --why')(i),
        `cart.css: ${4210 - i * 37} bytes`,
      ),
    ),
    'tests that stay green while the code is cleaned up': alternate(9, tuned, (tools, i) =>
      tools.run(suites(i), ' Test Files  1 passed (1)\n      Tests  12 passed (12)'),
    ),
    'builds that work': alternate(9, tuned, (tools, i) =>
      tools.run(
        ways('npm run build', 'npx vite build', 'npm run build -- --mode test')(i),
        '✓ built in 1.2s',
      ),
    ),
    'a page read for its new style in between': each(27, (tools, i) =>
      i % 3 === 0
        ? tuned(tools, i / 3)
        : i % 3 === 1
          ? tools.run(pages(i), '{"id":7,"items":3,"total":41}')
          : other('mcp__browser__compare', { name: 'cart' }, `${5121 - i * 97} pixels differ`),
    ),
    'a server started anew': alternate(9, tuned, (tools, i) =>
      tools.run(
        ways('npm run dev -- --once', 'npx vite --once', 'npx vite --once --port 5173')(i),
        '  VITE v6.2.0  ready in 212 ms\n\n  ➜  Local:   http://localhost:5173/',
      ),
    ),
    'what git says of it': alternate(9, tuned, (tools, i) =>
      tools.run(
        ways('git status --short', 'git status -s', 'git diff --name-status')(i),
        ' M src/cart.css',
      ),
    ),
    'other places edited each time': alternate(9, extended, (tools, i) =>
      tools.run(pages(i), '{"id":7,"items":3,"total":41}'),
    ),
    'another file each time': alternate(
      9,
      (tools, i) =>
        tools.replace(`/w/src/${word(i)}.css`, `margin: ${8 + i}px;`, `margin: ${9 + i}px;`),
      (tools, i) => tools.run(pages(i), '{"id":7,"items":3,"total":41}'),
    ),
    'a short word': alternate(9, tuned, (tools, i) => tools.run(pages(i), 'cart')),
  });
});

describe('cases: one question about many things', () => {
  row('the same answer of each, ×25', 'watch at most', {
    'a word': each(25, (tools, i) => tools.run(`npm view ${word(i)}${i} license`, 'MIT')),
    'yes or no': each(25, (tools, i) =>
      tools.run(`docker inspect -f '{{.State.Running}}' ${word(i)}${i}`, 'true'),
    ),
    'that nothing is there': each(25, (tools, i) =>
      tools.run(`grep -rn frob packages/${word(i)}${i}`, '', 1),
    ),
  });
});

describe('cases: failures that take turns', () => {
  const conflicts = [
    'react-map@7 needs react@17',
    'chart-kit@3 needs react@18',
    'form-lib@2 needs react@16',
  ];
  const install =
    (kinds: number) =>
    (tools: Toolset, i: number): Act =>
      tools.run(
        'npm install',
        `npm error code ERESOLVE\nnpm error peer ${conflicts[i % kinds] ?? ''}`,
        1,
      );
  const pin = (tools: Toolset, i: number): Act =>
    tools.replace('/w/package.json', `"react": "16.${i}"`, `"react": "16.${i + 1}"`);
  row('two or three conflicts, one after the other', 'no-progress by 18', {
    two: alternate(12, pin, install(2)),
    three: alternate(12, pin, install(3)),
  });
  row('a linter and a type checker that want the opposite', 'no-progress by 24', {
    'the same line each time': each(36, (tools, i) => {
      const [round, step] = [Math.floor(i / 3), i % 3];
      if (step === 0) {
        return tools.replace('/w/src/api.ts', `body: t${round}`, `body: t${round + 1}`);
      }
      return (round + step) % 2 === 1
        ? tools.run(
            'npx tsc --noEmit',
            round % 2 === 0 ? '' : 'src/api.ts(16,10): error TS18046: unknown.',
            round % 2 === 0 ? 0 : 2,
          )
        : tools.run(
            'npx eslint src',
            round % 2 === 1
              ? ''
              : '/w/src/api.ts\n  14:15  error  Unexpected any  no-explicit-any\n\n✖ 1 problem (1 error, 0 warnings)',
            round % 2 === 1 ? 0 : 1,
          );
    }),
  });
  row('conflicts that are solved one after the other', 'quiet', {
    'each is another one': alternate(9, pin, (tools, i) =>
      tools.run(
        'npm install',
        `npm error code ERESOLVE\nnpm error peer ${word(i)}@2 needs react@17`,
        1,
      ),
    ),
  });
});

describe('cases: what nobody will bring', () => {
  const waited = (tools: Toolset, i: number): Act =>
    tools.run(
      `sleep ${10 + i} && ls -l out/result.json`,
      "ls: cannot access 'out/result.json': No such file or directory",
      2,
    );
  row('a file that nothing writes, waited for', 'loop w3 s4', { 'ever longer': each(9, waited) });
  row('a file that something may write, waited for', 'watch at most', {
    'the person’s own job': asked(
      'My training writes out/result.json at its end. Wait for it, then plot it.',
      each(9, waited),
    ),
    'a job of its own': (tools, story) => {
      story.step(tools.run('nohup python train.py > train.log 2>&1 &', ''));
      each(9, waited)(tools, story);
    },
  });
  row('a dead server, whatever is asked of it', 'w4 s6', {
    'by all its tools': each(9, (_, i) =>
      other(`mcp__crm__${word(i)}`, { name: word(i) }, 'MCP error -32000: Connection closed', {
        ok: false,
      }),
    ),
    'after ever longer pauses': each(9, (tools, i) =>
      tools.run(
        `sleep ${10 * (i + 1)}; python translate.py --batch ${16 - i}`,
        `openai.RateLimitError: Error code: 429 - {'error': {'message': 'You exceeded your current quota', 'type': 'insufficient_quota'}}`,
        1,
      ),
    ),
  });
});

const renewed = ways(
  'kubectl rollout restart deploy/shop',
  'kubectl delete pod -l app=shop',
  'kubectl apply -f k8s/shop.yaml',
  'kubectl scale deploy/shop --replicas=0 && kubectl scale deploy/shop --replicas=1',
);
const renewedSays = ways(
  'deployment.apps/shop restarted',
  'pod "shop-7a9f0e6c5d-a2e4b" deleted',
  'deployment.apps/shop configured',
  'deployment.apps/shop scaled\ndeployment.apps/shop scaled',
);
const copyOf = ways(
  'shop-7a9f0e6c5d-a2e4b',
  'shop-498793800-c2437',
  'shop-c243779b3-1c87e',
  'shop-d1cbc075c-3e5ff',
);
const listed = (name: string, state: string, i: number): string =>
  `NAME                    READY   STATUS             RESTARTS      AGE\n${name}   0/1     ${state}   ${1 + (i % 3)} (${3 + i}s ago)   ${20 + i}s`;

describe('cases: a program in a cluster', () => {
  row('started anew in ever other ways, and its log says the same', 'by 21', {
    'listed beside, under ever other names': each(27, (tools, i) => {
      const round = Math.floor(i / 3);
      return i % 3 === 0
        ? tools.run(renewed(round), renewedSays(round))
        : i % 3 === 1
          ? tools.run(
              'sleep 20; kubectl get pods -l app=shop',
              listed(copyOf(round), 'CrashLoopBackOff', i),
            )
          : tools.run(
              'kubectl logs deploy/shop --tail=2',
              `{"level":30,"time":${1764412800000 + i * 7919},"msg":"starting"}\n{"level":60,"time":${1764412800004 + i * 7919},"msg":"QUEUE_URL is not set"}`,
            );
    }),
  });
  row('one after the other rolled out and listed', 'quiet', {
    'each on its way': each(24, (tools, i) => {
      const name = word(i >> 1);
      return i % 2 === 0
        ? tools.run(`kubectl apply -f k8s/${name}.yaml`, `deployment.apps/${name} configured`)
        : tools.run(
            `kubectl get pods -l app=${name}`,
            listed(copyOf(i >> 1).replace('shop', name), 'ContainerCreating', i),
          );
    }),
  });
});

describe('cases: words that are no trouble where they are said', () => {
  row('one sentence about many things', 'watch at most', {
    'what was expected came': each(14, (tools, i) =>
      i % 2 === 0
        ? tools.write(`/w/scratch/check_${word(i)}.py`, `print(total("${word(i)}"))`)
        : tools.run(`python scratch/check_${word(i - 1)}.py`, 'expected 42.00 got 42.00'),
    ),
    'all that was expected is there': each(14, (tools, i) =>
      tools.run(`./audit ${word(i)}${i}`, 'all 12 expected files found'),
    ),
    'pages that are closed': each(12, (_, i) =>
      other('mcp__browser__close_page', { page: `${word(i)}${i}` }, 'Page closed'),
    ),
    'sessions that are ended': each(12, (_, i) =>
      other('mcp__tmux__end_session', { name: `${word(i)}${i}` }, 'Session terminated.'),
    ),
    'nothing is left to do': each(12, (tools, i) =>
      tools.run(`sudo dnf install -y ${word(i)}${i}`, 'Nothing to do.'),
    ),
    'nothing is left to push': each(12, (tools, i) =>
      tools.run(`git -C ../${word(i)}${i} push`, 'Everything up-to-date'),
    ),
    'a note of the package manager': each(12, (tools, i) =>
      tools.run(
        `yarn --cwd packages/${word(i)}${i} why left-pad`,
        '! Corepack is about to use yarn',
      ),
    ),
    'packages that are in no registry': each(12, (_, i) =>
      other(
        'mcp__registry__lookup',
        { package: `${word(i)}${i}` },
        'The package could not be found in the registry. Check the spelling of its name.',
      ),
    ),
    'folders in which a sub-agent finds none': each(9, (_, i) => ({
      tool: 'Task',
      class: 'task',
      input: {
        description: `Look at ${word(i)}${i}`,
        prompt: `Find date handling in src/${word(i)}${i}`,
      },
      output: 'No handling of dates was found in this folder, so there is nothing to report.',
    })),
  });
  row('the same run, whatever its time', 'loop at 4', {
    'asked for in a hurry': asked(
      'Quickly have a look at why the import fails fast.',
      each(9, (tools, i) => tools.run('./import orders.csv', `read 12 rows in 0.${31 + i} s`)),
    ),
  });
});
