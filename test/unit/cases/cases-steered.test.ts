/** Cases of what is steered step by step, of silence that is success, and of answers that the person wants to see; each with its stall. */
import type { Toolset } from './toolsets.js';
import { asked, each, other, rounds, row, times, word, type Scene } from './cases.js';
import type { Act } from '../support/story.js';

const hex = (i: number): string => ((i + 3) * 2_654_435_761).toString(16).padStart(12, 'c');
const clock = (i: number): string => `2026-11-21T10:${String(10 + i).padStart(2, '0')}:07.412Z`;
/** The same answer as an object that also has an id and a time. */
const framed = (data: string, i: number): string =>
  JSON.stringify({ id: hex(i), data, elapsed_ms: 12 + ((i * 31) % 400) });

const screen = (i: number): string =>
  `Setup, page ${i + 1} of 12\n\n  ${word(i)} settings\n  > Accept the default for the ${word(i + 6)}\n    Choose another one`;

describe('cases: one key, and what comes of it', () => {
  row('the key says nothing, and each screen is another one', 'quiet', {
    'in tmux': rounds(11, (tools, i) => [
      tools.run('tmux send-keys -t setup Enter', ''),
      tools.run('tmux capture-pane -p -t setup', screen(i)),
    ]),
    'through tools of a terminal': rounds(11, (_, i) => [
      other('terminal_send', { id: 'pty-1', keys: '\r' }, '{"ok":true}'),
      other('terminal_read', { id: 'pty-1' }, screen(i)),
    ]),
    'each answer with an id': rounds(11, (_, i) => [
      other('terminal_send', { id: 'pty-1', keys: '\r' }, framed('', i)),
      other('terminal_read', { id: 'pty-1' }, framed(screen(i), i + 40)),
    ]),
    'a page scrolled': rounds(10, (_, i) => [
      other('browser_scroll', { direction: 'down' }, 'Scrolled.'),
      other(
        'browser_read_page',
        {},
        `Part ${i + 1}\n${word(i)} of the ${word(i + 3)}\nsee ${word(i + 7)}`,
      ),
    ]),
  });
  const ran =
    "### Ran Playwright code\n```js\n// Press Tab\nawait page.keyboard.press('Tab');\n```";
  const focus = (i: number): Act =>
    other('browser_evaluate', { function: '() => focused()' }, `### Result\n"button ${word(i)}"`);
  row('the key tells the code that was run for it, and the focus is on another thing', 'quiet', {
    'in a browser': rounds(12, (_, i) => [
      other('browser_press_key', { key: 'Tab' }, ran),
      focus(i),
    ]),
  });
  row('the same key, and the focus stays', 'by 10', {
    'in a browser': rounds(11, () => [other('browser_press_key', { key: 'Tab' }, ran), focus(3)]),
  });
  row('the screen stays the same', 'by 10', {
    'in tmux': rounds(11, (tools) => [
      tools.run('tmux send-keys -t setup Enter', ''),
      tools.run('tmux capture-pane -p -t setup', screen(3)),
    ]),
    'each answer with an id': rounds(11, (_, i) => [
      other('terminal_send', { id: 'pty-1', keys: '\r' }, framed('', i)),
      other('terminal_read', { id: 'pty-1' }, framed(screen(3), i + 40)),
    ]),
  });
  row('a game, with a wall in the way now and then', 'watch at most', {
    'by keys': times(22, (i) =>
      other(
        'emulator_press',
        { key: ['Right', 'Right', 'Up', 'A'][i % 4] ?? '' },
        i % 7 > 4 ? 'A wall is in the way.' : `You are at ${3 + i}, 9. You see: ${word(i)}.`,
      ),
    ),
    'a simulation stepped, in which little happens': times(20, (i) =>
      other(
        'sim_step',
        { ticks: 100 },
        i % 3 === 2 ? 'nothing happened' : `tick ${i * 100}: ${word(i)} met ${word(i + 7)}`,
      ),
    ),
  });
  row('four places, over and over', 'by 20', {
    'by keys': times(24, (i) =>
      other(
        'emulator_press',
        { key: ['Right', 'Up', 'Left', 'Down'][i % 4] ?? '' },
        `You are at ${[4, 4, 3, 3][i % 4]}, ${[9, 8, 8, 9][i % 4]}.`,
      ),
    ),
  });
});

const behind = (message: string): string =>
  `### Modal state\n- ["alert" dialog with message "${message}"]: can be handled by browser_handle_dialog`;
const page = '### Page\n- Page URL: http://shop/guests\n- Page Title: Guest book';
const accept = (output: string): Act =>
  other('mcp__playwright__browser_handle_dialog', { accept: true }, output);

describe('cases: dialogs that stand in the way one behind the other', () => {
  row('each says what the one before it said, and then the page is there', 'quiet', {
    'in a browser': times(10, (i) => accept(i < 9 ? behind('XSS') : page)),
    'on a phone': times(9, (i) =>
      i < 8
        ? other('mobile_accept_alert', {}, 'Alert accepted: "Send notifications?"')
        : other('mobile_list_elements', {}, 'Found: [{"type":"Button","text":"Sign in"}]'),
    ),
    'by a shell': each(9, (tools, i) =>
      i < 8
        ? tools.run('playwright-cli dialog-accept', behind('XSS'))
        : tools.run('playwright-cli snapshot', page),
    ),
  });
  row('they never end', 'by 20', {
    'in a browser': times(24, () => accept(behind('XSS'))),
  });
  row('no dialog is there', 'by 6', {
    'in a browser': times(9, () => ({
      ...accept('### Error\nError: No dialog visible'),
      ok: false,
    })),
  });
});

const stop = (i: number): string => `Stopped at breakpoint 1, cart.c:${41 + (i % 3)}`;

describe('cases: a program let go on, and what it then holds', () => {
  row('it stops at three lines in turn, and the value is another one', 'quiet', {
    'in a debugger': rounds(14, (tools, i) => [
      tools.run('dbg continue', stop(i)),
      tools.run('dbg print total', String(i * i * 7 + 12)),
    ]),
  });
  row('the value stays as it was', 'by 12', {
    'in a debugger': rounds(14, (tools, i) => [
      tools.run('dbg continue', stop(i)),
      tools.run('dbg print total', '0'),
    ]),
  });
  row('a server started again, on another number each time, and the same nothing', 'by 16', {
    'by a script': rounds(14, (tools, i) => [
      tools.run('./serve restart', `Started as ${3000 + ((i * 37) % 11)}`),
      tools.run('./probe', 'no answer'),
    ]),
    'that counts its tries': rounds(14, (tools, i) => [
      tools.run('./serve restart', `Started as ${3000 + ((i * 37) % 11)}`),
      tools.run('./probe', `gave up after ${(i * 37) % 11} tries`),
    ]),
  });
});

describe('cases: silence that is success', () => {
  row('each does something else and prints nothing', 'quiet', {
    'cells of a notebook': times(14, (i) =>
      other(
        'notebook_execute_cell',
        { path: '/w/clean.ipynb', source: `df["${word(i)}"] = df["${word(i)}"].fillna(${i})` },
        `In[${i + 4}]: executed, no output`,
      ),
    ),
    'cells that tell an empty list': times(14, (i) =>
      other(
        'run_cell',
        { code: `frames[${i}] = load("${word(i)}")` },
        `{"execution_count":${i + 2},"outputs":[]}`,
      ),
    ),
    'statements of a console': times(14, (i) =>
      other(
        'console_eval',
        { expression: `window.${word(i)} = new ${word(i + 3)}(${i})` },
        'The code ran without output.',
      ),
    ),
    'commands that are asked to be silent': each(16, (tools, i) =>
      tools.run(`convert -quiet img/${word(i)}-${i}.png -resize 50% out/${word(i)}-${i}.png`, ''),
    ),
  });
  row('the same cell again, which prints nothing', 's4', {
    'a notebook': times(12, (i) =>
      other(
        'notebook_execute_cell',
        { path: '/w/clean.ipynb', source: 'df["total"] = df.sum(axis=1)' },
        `In[${i + 4}]: executed, no output`,
      ),
    ),
  });
  row('different searches that find nothing', 'by 10', {
    'of a connected server': times(14, (i) =>
      other('docs_search', { query: `${word(i)} ${word(i + 5)} setting` }, 'No results found.'),
    ),
  });
});

describe('cases: answers that are wanted', () => {
  const role = (tools: Toolset, i: number): Act =>
    tools.run(
      `psql -U app_${word(i)} -d shop -c 'select 1 from secrets limit 1'`,
      'ERROR:  permission denied for table secrets',
      1,
    );
  const page = (tools: Toolset, i: number): Act =>
    tools.run(
      `curl -s -o /dev/null -w '%{http_code}\\n' https://shop.test/admin/${word(i)}`,
      '403',
    );
  const count = (_: Toolset, i: number): Act =>
    other(
      'postgres_query',
      { query: `SELECT count(*) FROM ${word(i)}s WHERE account_id IS NULL` },
      '[{"count":"0"}]',
    );
  const grep = (_: Toolset, i: number): Act =>
    other('code_search', { query: `${word(i)}${word(i + 4)}(` }, 'No matches.');

  row('the person asked to be shown them', 'watch at most', {
    'refused roles': asked(
      'Show for every role that it cannot read the table secrets.',
      each(16, role),
    ),
    'refused pages': asked(
      'Test that access to all admin pages is denied without a session.',
      each(16, page),
    ),
    'files that are refused': asked(
      'Verify that every malformed sample is rejected by the parser.',
      each(14, (tools, i) =>
        tools.run(`./parse samples/bad-${word(i)}.cfg`, 'error: unexpected token, expected "="', 1),
      ),
    ),
    'no rows': asked('Check that no table has orphaned rows.', each(20, count)),
    'no uses': asked('Make sure that none of the old functions is still used.', each(18, grep)),
    'in German': asked('Prüfe, dass keine Tabelle verwaiste Zeilen hat.', each(20, count)),
  });
  const port = (tools: Toolset, i: number): Act =>
    tools.run(
      `nc -zv build01 ${3000 + i * 7}`,
      `nc: connect to build01 port ${3000 + i * 7} (tcp) failed: Connection refused`,
      1,
    );
  row('it was asked which, or whether any', 'watch at most', {
    'ports of a host': asked('Which ports are open on build01?', each(12, port)),
    'names of a directory': asked(
      'Which of these people are still in the directory?',
      each(14, (tools, i) => tools.run(`ldapsearch -x uid=${word(i)}`, 'No such object (32)', 32)),
    ),
    'what a role may do': asked(
      'Write down which role may do what.',
      each(20, (tools, i) =>
        i % 4 === 0
          ? tools.run(`./as ${word(i >> 2)} read`, 'allowed')
          : tools.run(`./as ${word(i >> 2)} ${word(i)}`, `denied: ${word(i >> 2)} may not`, 1),
      ),
    ),
    'what is left': asked('Are there any uses of the old names left?', each(16, grep)),
    'a pattern': asked(
      'Test that the pattern does not match the wrong addresses.',
      each(12, (tools, i) => tools.run(`echo '${word(i)}@@x' | grep -E "$(cat pattern)"`, '', 1)),
    ),
  });
  row('an audit was asked for', 'watch at most', {
    'in a word': asked('Audit this repository for security problems.', each(16, grep)),
    'in other words': asked('Look through the code for leaked credentials.', each(16, grep)),
    'by a long order': asked(
      `You are a security engineer. Do a focused security review of the changes. ${'Report what is certain, with the place and how it could be used. '.repeat(12)}`,
      each(16, grep),
    ),
    'of what nothing calls': asked('Remove the dead code from helpers.ts.', each(16, grep)),
  });
  row('a long description asks for none of it', 'by 10', {
    'an issue': asked(
      `Which of the callers break? ${'The old names should not be used by any of them, see below. '.repeat(12)}`,
      each(18, grep),
    ),
  });
  row('short answers about different things', 'watch at most', {
    licenses: each(18, (tools, i) => tools.run(`npm view ${word(i)}-kit license`, 'MIT')),
    'shots that miss': times(20, (i) =>
      other('game_shoot', { cell: `${'ABCDEFGH'[i % 8] ?? ''}${i}` }, i % 9 === 8 ? 'hit' : 'miss'),
    ),
    'steps undone': times(9, (i) =>
      other('cad_undo', {}, `Undone: ${word(i)}. ${20 - i} steps left.`),
    ),
    'files of tests that pass': each(18, (tools, i) =>
      tools.run(`pytest -q tests/test_${word(i)}.py`, `....\n4 passed in 0.${i}1s`),
    ),
    'messages marked': times(20, (i) =>
      other('mail_mark_read', { id: hex(i) }, '{"success":true}'),
    ),
  });
  row('nobody asked for them', 'by 10', {
    'refused roles': asked('Find out what is in the table secrets.', each(16, role)),
    'no uses': asked('Find out where the price is computed.', each(18, grep)),
    'another refusal than was asked for': asked(
      'Check that no table has orphaned rows.',
      each(12, (_, i) =>
        other(
          'query',
          { sql: `SELECT count(*) FROM accounts WHERE ${word(i)} IS NULL` },
          'ERROR:  permission denied for table accounts [exit 1]',
        ),
      ),
    ),
    'why something is refused': asked('Find out why the role cannot log in.', each(12, role)),
  });
});

describe('cases: the same thing both ways', () => {
  const toggled =
    (n: number, figures: (i: number) => string): Scene =>
    (tools, story) => {
      for (let i = 0; i < n; i++) {
        const [from, to] = i % 2 === 0 ? ['false', 'true'] : ['true', 'false'];
        story.step(tools.replace('/w/server.toml', `cache = ${from}`, `cache = ${to}`));
        story.step(tools.run('./bench.sh', figures(i)));
      }
    };
  const figures = (i: number): string =>
    `p50 ${((i % 2 === 0 ? 4.1 : 9.3) + i / 100).toFixed(2)} ms\np99 ${(i % 2 === 0 ? 11 : 31) + i / 10} ms`;
  row('measured with and without, in turn', 'watch at most', {
    'as the person asked': asked(
      'Compare the server with and without the cache, four times each, in turn.',
      toggled(8, figures),
    ),
    'by a setting of the service': rounds(8, (tools, i) => [
      tools.run(`redis-cli config set lazyfree ${i % 2 === 0 ? 'yes' : 'no'}`, 'OK'),
      tools.run('./bench.sh', figures(i)),
    ]),
  });
  row('set and unset, and nothing differs', 'by 12', {
    'in a file': toggled(8, () => 'cannot start: port is in use'),
  });
});

describe('cases: what goes down', () => {
  row('the number within moves', 'quiet', {
    'rows that remain': times(12, (i) =>
      other(
        'reindex_next',
        {},
        framed(`Indexed 500 documents, ${6000 - 500 * (i + 1)} remaining`, i),
      ),
    ),
    'a countdown of a job': times(12, (i) =>
      other(
        'job_status',
        { id: 'j-7' },
        `{"request_id":"${hex(i)}","state":"running","left":${40 - i * 3},"at":"${clock(i)}"}`,
      ),
    ),
    'a poll whose counter moves': each(12, (tools, i) =>
      tools.run(
        'sleep 20; curl -s localhost:9000/jobs/7',
        `{"state":"running","done":${i * 11},"total":150}`,
      ),
    ),
  });
  row('it stays, and only ids and times move', 'by 10', {
    'rows that remain': times(12, (i) =>
      other('reindex_next', {}, framed('Indexed 0 documents, 5500 remaining', i)),
    ),
  });
});

describe('cases: no difference is good', () => {
  row('compared one by one', 'quiet', {
    'pictures of pages': times(18, (i) =>
      other(
        'browser_compare_screenshot',
        { name: `route-${word(i)}-${i}`, threshold: 0.1 },
        '0 pixels differ (0.00 %)',
      ),
    ),
    'helpers that find no races': times(9, (i) =>
      other(
        'Task',
        { description: `Review ${word(i)}`, prompt: `Review src/${word(i)}.ts` },
        'No races found.',
        {
          class: 'task',
        },
      ),
    ),
    'cells set and read': rounds(10, (_, i) => [
      other(
        'sheets_set_cell',
        { cell: `D${4 + i}`, value: `=SUM(A${i}:B${i})` },
        '{"updatedCells":1}',
      ),
      other('sheets_get_cell', { cell: `D${4 + i}` }, `{"value":${[0, 0, 120, 0][i % 4]}}`),
    ]),
    'imports that each say that they worked': each(15, (tools, i) =>
      tools.run(
        `terraform import 'aws_record.this["${word(i)}"]' Z0_${word(i)}_${i}`,
        'aws_record.this: Importing from ID...\naws_record.this: Import prepared!\n\nImport successful!\n\nThe resources that were imported are shown above and\nwill henceforth be managed by Terraform.',
      ),
    ),
  });
});

describe('cases: noise around an answer', () => {
  const noises: Record<string, (answer: string, i: number) => string> = {
    'a request and its time': (answer, i) =>
      `[${clock(i)}] request ${hex(i * 7)}\n${answer}\n(took 0.${40 + i} s)`,
    'lines of a log': (answer, i) =>
      `${clock(i)} INFO [${hex(i)}] client: connecting\n${answer}\n${clock(i)} INFO [${hex(i + 9)}] client: closed`,
    'a banner and a reminder': (answer) =>
      `=== console 4.2 ===\n${answer}\nReminder: 31 of 50 steps are left.`,
    'wall time': (answer, i) => `Wall time: ${i + 1}.${i} seconds\nOutput:\n${answer}`,
    'the question first': (answer) => `Query: select\n${answer}`,
    'lines in other orders': (answer, i) =>
      i % 2 === 0 ? `retries: none\n${answer}` : `${answer}\nretries: none`,
  };
  row(
    'one refusal of different questions',
    'by 8',
    Object.fromEntries(
      Object.entries(noises).map(([name, noise]) => [
        name,
        times(12, (i) =>
          other(
            'query',
            { sql: `SELECT ${word(i)} FROM accounts WHERE ${word(i + 3)} > ${i}` },
            noise('ERROR:  permission denied for table accounts [exit 1]', i),
          ),
        ),
      ]),
    ),
  );
  row(
    'the same call with the same answer',
    's4',
    Object.fromEntries(
      Object.entries(noises).map(([name, noise]) => [
        name,
        times(8, (i) => other('get_price', { item: 'a-7' }, noise('not set for this region', i))),
      ]),
    ),
  );
});
