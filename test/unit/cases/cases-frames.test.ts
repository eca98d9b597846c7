/** Cases in which the agent packs what it sends and gets: something that differs every time around or before the lines, or JSON. */
import type { JsonObject } from '../../../src/core/events.js';
import type { Act } from '../support/story.js';
import { each, other, row, source, word, type Scene } from './cases.js';

/** The outputs of a tool in an order that only the agent knows: numbered, with a folder of its own for each. */
class Numbered {
  private count = 40;

  private framed(output: string): string {
    this.count += 3;
    return `[exec #${this.count}]\n${output}\n[sandbox run_${(this.count * 7919).toString(16)}]`;
  }
  run(command: string, output: string): Act {
    return other('run_in_box', { command }, this.framed(output));
  }
  put(path: string, content: string): Act {
    return other('create_file', { path, content }, this.framed('Saved.'));
  }
}

/** Some looks around, as at the beginning of any turn. */
function lookAround(box: Numbered): Act[] {
  return [
    box.run('ls', 'package.json\nsrc'),
    box.run('cat package.json', '{ "name": "box" }'),
    box.run('grep -rn limit src', 'src/limit.js:3: const limit = 4;'),
    box.run('git log --oneline', '8c1d2aa Begin'),
  ];
}

const framed =
  (tell: (box: Numbered) => Act[]): Scene =>
  (_, story) => {
    const box = new Numbered();
    for (const act of [...lookAround(box), ...tell(box)]) {
      story.step(act);
    }
  };
const failing = '  3 passing (12ms)\n  1 failing\n\n  1) limit holds';

row('an unknown agent numbers its outputs, the same look ×6', 's8', {
  'at one file': framed((box) =>
    Array.from({ length: 6 }, () => box.run('cat src/limit.js', source('limit'))),
  ),
});

row(
  'an unknown agent numbers its outputs, the same failing test after each edit',
  'no-progress by 12',
  {
    'of one file': framed((box) =>
      [1, 2, 3, 4, 5].flatMap((i) => [
        box.put('src/limit.js', source(`limit${i}`)),
        box.run('npm test', failing),
      ]),
    ),
  },
);

row('an unknown agent numbers its outputs, and each call tells something new', 'quiet', {
  'about other files': framed((box) =>
    Array.from({ length: 12 }, (_, i) => box.run(`cat src/${word(i)}.js`, source(word(i)))),
  ),
  'about failing tests': framed((box) =>
    [7, 5, 3, 1].flatMap((i) => [
      box.put('src/limit.js', source(`limit${i}`)),
      box.run('npm test', `${'✗ case\n'.repeat(i)}${i} failing`),
    ]),
  ),
});

/** Each line with its time, as `docker logs -t` and CI systems print it. */
const timed = (run: number, output: string): string =>
  output
    .split('\n')
    .map((line, at) => `2026-03-04T10:${10 + run}:${10 + at}.${100 + 7 * run}Z ${line}`)
    .join('\n');
const report = 'building the page\nERROR: Heading not found in the page!\nthe page is in build';

row('each line with its time, the same error after each edit', 'no-progress by 12', {
  'of a script that ends well': each(14, (tools, i) =>
    i % 2 === 0
      ? tools.replace('/w/src/page.py', `attempt ${i}`, `attempt ${i + 2}: ${word(i)}`)
      : tools.run('docker compose run --rm page', timed(i, report)),
  ),
});

row('each line with its time, and each run gets further', 'quiet', {
  'by what it says': each(14, (tools, i) =>
    i % 2 === 0
      ? tools.replace('/w/src/page.py', `attempt ${i}`, `attempt ${i + 2}: ${word(i)}`)
      : tools.run('docker compose run --rm page', timed(i, `built ${word(i)}\n${report}`)),
  ),
  'by a count': each(12, (tools, i) =>
    tools.run(
      'docker logs -t --tail 2 importer',
      timed(i, `rows imported\n${4000 * (i + 1)} of 90000`),
    ),
  ),
});

/** One tool for all files; arguments and answers are JSON. */
const json = (tool: string, asked: JsonObject, answer: JsonObject): Act =>
  other(tool, { arguments: JSON.stringify(asked) }, JSON.stringify(answer));
const put = (i: number): Act =>
  json('fs', { op: 'replace', path: 'src/a.js', old: word(i), new: word(i + 1) }, { ok: true });
const ran = (stdout: string): Act =>
  json('terminal', { command: 'npm test' }, { stdout, exit_code: 1 });
const told =
  (...acts: ((i: number) => Act)[]): Scene =>
  (_, story) => {
    for (let i = 0; i < 10; i++) {
      for (const act of acts) {
        story.step(act(i));
      }
    }
  };

row('an unknown agent sends JSON within one field, and goes in circles', 'by 10', {
  'the same failing test after each edit': told(put, () => ran(failing)),
  'edits that are refused': told((i) =>
    json(
      'fs',
      { op: 'replace', path: 'src/a.js', old: word(i), new: word(i + 1) },
      { ok: false, error: 'text not found' },
    ),
  ),
});

row('an unknown agent sends JSON within one field, and gets on', 'quiet', {
  'another error after each edit, beside a reason that is always the same': told(put, (i) =>
    json(
      'terminal',
      { command: 'npm test' },
      {
        success: false,
        stdout: `TypeError: ${word(i)} is not a function`,
        stderr: '',
        error: 'Command failed',
      },
    ),
  ),
  'another error after each edit': told(put, (i) => ran(`TypeError: ${word(i)} is not a function`)),
  'fewer failing tests': told(put, (i) =>
    ran(`  ${10 + i} passing (12ms)\n  ${12 - i} failing\n\n  1) limit holds`),
  ),
  'one file after the other': told((i) =>
    json('fs', { op: 'read', path: `src/${word(i)}.js` }, { content: source(i) }),
  ),
});

const asked = (input: string, output: string): Act => other('run', { input }, output);

row('an unknown agent has one text for its shell, and goes in circles', 'by 24', {
  'different scripts that come to the same error': told(
    (i) => asked(`cat > try_${word(i)}.py <<'EOF'\nfrom app import f\nprint(f(${i}))\nEOF`, ''),
    (i) =>
      asked(
        `python try_${word(i)}.py`,
        `Traceback (most recent call last):\n  File "try_${word(i)}.py", line 1, in <module>\nImportError: cannot import name 'f' from 'app'`,
      ),
  ),
});
