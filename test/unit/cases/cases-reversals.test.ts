/** Cases of content that comes back: experiments and corrections on one side, swinging to and fro on the other. */
import { each, other, row, word, type Scene } from './cases.js';
import { runners } from '../identity/runners.js';
import type { Act } from '../support/story.js';
import type { Toolset } from './toolsets.js';

const file = '/w/src/limits.py';
const pytest = (tools: Toolset, failing: readonly string[], i = 0): Act =>
  tools.run(
    'pytest',
    runners['pytest']?.output([...failing], 1 + i * 0.13) ?? '',
    failing.length > 0 ? 1 : 0,
  );
const change = (tools: Toolset, from: string, to: string): Act =>
  tools.replace(file, `LIMIT = ${from}`, `LIMIT = ${to}`);
const look = (tools: Toolset, i: number): Act =>
  tools.read(`/w/src/${word(i)}.py`, `${word(i)} = ${i}\n${word(i + 1)} = load("${word(i)}")`);

/** How the committed state comes back, and what that prints. */
const restores: Record<string, readonly [command: string, output: string]> = {
  'git checkout': [`git checkout -- ${file}`, ''],
  'git checkout that tells': [`git checkout ${file}`, 'Updated 1 path from the index'],
  'git checkout HEAD': [`cd /w && git checkout HEAD -- src/limits.py`, ''],
  'git restore': [`git restore ${file}`, ''],
  'git stash': ['git stash', 'Saved working directory and index state WIP on main: 71482e6 x'],
  'git reset': ['git reset --hard', 'HEAD is now at 71482e6 x'],
  'git checkout of all': ['git checkout .', 'Updated 1 path from the index'],
  'a copy': [`cp ${file}.orig ${file}`, ''],
  svn: [`svn revert ${file}`, `Reverted '${file}'`],
  hg: [`hg revert ${file}`, ''],
};
const restore = (tools: Toolset, how: string): Act => tools.run(...(restores[how] ?? ['', '']));

describe('cases: content that comes back', () => {
  row('break it, see the test fail, restore it', 'quiet', {
    once: (tools, story) => {
      story
        .step(pytest(tools, []))
        .step(change(tools, '10', '11'))
        .step(pytest(tools, ['empty']))
        .step(change(tools, '11', '10'))
        .step(pytest(tools, []));
    },
    'three mutations': (tools, story) => {
      story.step(pytest(tools, []));
      for (let i = 1; i <= 3; i++) {
        story
          .step(change(tools, '10', `1${i}`))
          .step(pytest(tools, ['empty'], i))
          .step(change(tools, `1${i}`, '10'))
          .step(pytest(tools, [], i));
      }
    },
    'all in one command': (tools, story) => {
      story
        .step(pytest(tools, []))
        .repeat(3, (i) =>
          tools.run(
            `sed -i 's/LIMIT = 10/LIMIT = ${i}/' ${file} && pytest -x; sed -i 's/LIMIT = ${i}/LIMIT = 10/' ${file}`,
            runners['pytest']?.output([word(i)], 1) ?? '',
          ),
        );
    },
  });
  const check = (tools: Toolset, i: number): Act =>
    tools.run(`./check --names "${word(i)}" app.conf`, 'app.conf: bad name\nrated at 0.00/10', 1);
  row('the fix taken out for a look, put back in, then one check after the other', 'quiet', {
    'that fail alike, as they should': (tools, story) => {
      story
        .step(check(tools, 0))
        .step(change(tools, '10', '20'))
        .step(pytest(tools, ['nested']))
        .step(restore(tools, 'git checkout'))
        .step(pytest(tools, ['nested'], 1))
        .step(change(tools, '10', '20'))
        .repeat(5, (i) => check(tools, i + 1))
        .step(tools.replace('/w/src/names.py', 'a', 'b'))
        .step(pytest(tools, []));
    },
  });
  const toAndFro = (tools: Toolset, i: number): Act =>
    i % 4 === 0
      ? change(tools, '10', '20')
      : i % 4 === 2
        ? change(tools, '20', '10')
        : look(tools, i);
  row('a change put in and taken out twice, each time for a look at something else', 'quiet', {
    'then another one stays': (tools, story) => {
      story.repeat(8, (i) => toAndFro(tools, i));
      story.step(change(tools, '10', '15')).step(pytest(tools, []));
    },
  });
  row('the same again and again', 'by 15', {
    'to and fro': each(24, toAndFro),
  });
  row(
    'four tries in four files, each of them taken back when none of them helps',
    'watch at most',
    {
      'and a look at two of the files': (tools, story) => {
        const edited = (i: number, from: string, to: string): Act =>
          tools.replace(`/w/src/${word(i)}.py`, `${word(i)} = ${from}`, `${word(i)} = ${to}`);
        story
          .step(look(tools, 0))
          .step(look(tools, 1))
          .step(pytest(tools, ['empty']));
        for (let i = 0; i < 4; i++) {
          story.step(edited(i, 'None', `[${i}]`)).step(pytest(tools, ['empty', word(i)], i));
        }
        for (let i = 3; i >= 0; i--) {
          story.step(edited(i, `[${i}]`, 'None'));
          if (i > 0) {
            story.step(pytest(tools, ['empty', word(i - 1)], i + 4));
          }
        }
        story
          .step(look(tools, 0))
          .step(look(tools, 1))
          .step(change(tools, '10', '20'))
          .step(pytest(tools, []));
      },
    },
  );
  row('the fix taken out to see that the test needs it', 'quiet', {
    'by an edit': (tools, story) => {
      story
        .step(pytest(tools, ['empty']))
        .step(change(tools, '10', '20'))
        .step(pytest(tools, []))
        .step(change(tools, '20', '10'))
        .step(pytest(tools, ['empty'], 1))
        .step(change(tools, '10', '20'))
        .step(pytest(tools, [], 1));
    },
    ...Object.fromEntries(
      Object.keys(restores).map((how): [string, Scene] => [
        how,
        (tools, story) => {
          story
            .step(change(tools, '10', '20'))
            .step(pytest(tools, ['nested']))
            .step(restore(tools, how))
            .step(pytest(tools, ['nested'], 1))
            .step(change(tools, '10', '20'))
            .step(tools.run('pytest tests/test_limits.py', '12 passed in 0.21s'));
        },
      ]),
    ),
  });
  row('content that comes back after other work', 'quiet', {
    'other files read': (tools, story) => {
      story
        .step(change(tools, '10', '20'))
        .repeat(3, (i) => look(tools, i))
        .step(change(tools, '20', '10'));
    },
    'other files edited': (tools, story) => {
      story
        .step(change(tools, '10', '20'))
        .step(tools.replace('/w/src/other.py', 'a = 1', 'a = 2'))
        .step(change(tools, '20', '10'));
    },
    'a look at what went wrong': (tools, story) => {
      story
        .step(tools.run(`sed -i 's/LIMIT = 10/LIMIT = 20/' ${file}`, ''))
        .step(
          tools.run(`grep -n LIMIT ${file}`, '3:LIMIT = 20\n9:MAX_LIMIT = 20\n12:OLD_LIMIT = 20'),
        )
        .step(tools.run(`sed -i 's/LIMIT = 20/LIMIT = 10/' ${file}`, ''))
        .step(tools.run(`sed -i 's/^LIMIT = 10/LIMIT = 20/' ${file}`, ''));
    },
    'a person asked for it': (tools, story) => {
      story.step(change(tools, '10', '20')).end();
      story.turn('Undo that, it was another thing.').step(change(tools, '20', '10'));
    },
  });
  row('the same change at several places', 'quiet', {
    'with the same lines around': each(5, (tools, i) =>
      tools.replace(
        file,
        `test("${word(i)}", () => {\n  const it = make({\n    color: "gray",\n  });`,
        `test("${word(i)}", () => {\n  const it = make({\n    color: "gray",\n    bold: true,\n  });`,
      ),
    ),
    'by line numbers': each(5, (tools, i) =>
      tools.run(`sed -i '${12 + i * 7}s/size=2/size=3/' ${file}`, ''),
    ),
  });
  for (const how of Object.keys(restores)) {
    row(`two different tries, each undone by ${how}, a third elsewhere passes`, 'watch at most', {
      'after tests': (tools, story) => {
        story.step(pytest(tools, ['empty']));
        for (let i = 0; i < 2; i++) {
          story
            .step(change(tools, '10', `${20 + i}`))
            .step(pytest(tools, ['empty'], i))
            .step(restore(tools, how));
        }
        story.step(tools.replace('/w/src/other.py', 'a = 1', 'a = 2')).step(pytest(tools, []));
      },
      'tries of several edits': (tools, story) => {
        for (let i = 0; i < 3; i++) {
          story
            .step(change(tools, '10', `${20 + i}`))
            .step(tools.replace(file, 'first = 1', `first = ${i + 2}`))
            .step(pytest(tools, ['empty'], i))
            .step(restore(tools, how));
        }
        story.step(tools.replace('/w/src/other.py', 'a = 1', 'a = 2')).step(pytest(tools, []));
      },
    });
    row(`the same try again and again, each undone by ${how}`, 'by 20', {
      'after tests': (tools, story) => {
        story.step(pytest(tools, ['empty']));
        for (let i = 0; i < 6; i++) {
          story
            .step(change(tools, '10', '20'))
            .step(pytest(tools, ['empty'], i))
            .step(restore(tools, how));
        }
      },
      'in turn with another one': (tools, story) => {
        for (let i = 0; i < 7; i++) {
          story
            .step(change(tools, '10', i % 2 === 0 ? '20' : '30'))
            .step(pytest(tools, ['empty'], i))
            .step(restore(tools, how));
        }
      },
    });
  }

  row('to and fro with looks between that tell nothing new', 'by 16', {
    'the file itself': each(24, (tools, i) =>
      i % 2 === 0
        ? i % 4 === 0
          ? change(tools, '10', '20')
          : change(tools, '20', '10')
        : tools.read(file, i % 4 === 1 ? 'LIMIT = 20\nx = 1' : 'LIMIT = 10\nx = 1'),
    ),
    'by line numbers': each(24, (_, i) =>
      other(
        'edit',
        { command: `edit 3:3\nLIMIT = ${i % 2 === 0 ? 20 : 10}\nend_of_edit` },
        `[File: ${file} (40 lines total)]\n1:import os\n2:\n3:LIMIT = ${i % 2 === 0 ? 20 : 10}\n(37 more lines below)\nFile updated.`,
      ),
    ),
  });
});
