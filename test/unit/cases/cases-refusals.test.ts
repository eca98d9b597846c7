/** Cases of refusals and empty results: in other words they still bring nothing new. */
import { each, other, row, source, times, word } from './cases.js';

describe('cases: refusals and empty results in prose', () => {
  row('a file that the tool says is unchanged', 'by 5', {
    'the same read': times(8, (i) =>
      other(
        'Read',
        { file_path: '/w/a.ts' },
        i === 0
          ? source('a', 60)
          : 'File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.',
      ),
    ),
  });
  row('a file that the tool says is unchanged, in other ranges', 'by 10', {
    offsets: times(12, (i) =>
      other(
        'Read',
        i === 0 ? { file_path: '/w/a.ts' } : { file_path: '/w/a.ts', offset: 1 + i, limit: 40 },
        i === 0
          ? source('a', 60)
          : 'File unchanged since last read. The content from the earlier Read tool_result in this conversation is still current — refer to that instead of re-reading.',
      ),
    ),
    'by another agent': times(12, (i) =>
      other(
        'read_file',
        i === 0 ? { path: '/w/a.ts' } : { path: '/w/a.ts', start_line: 1 + i, end_line: 40 },
        i === 0
          ? source('a', 60)
          : '[File unchanged since previous read at line 1. Refer to the earlier content.]',
      ),
    ),
  });
  row('nothing found, in words that repeat the question', 'watch at most', {
    Gemini: times(9, (i) =>
      other(
        'search_file_content',
        { pattern: `${word(i)}Config` },
        `No matches found for pattern "${word(i)}Config" in the workspace directory.`,
      ),
    ),
    'zero matches': times(9, (i) =>
      other(
        'find_file',
        { command: `find_file "${word(i)}.py"` },
        `Found 0 matches for "${word(i)}.py" in /w`,
        { class: 'search' },
      ),
    ),
    'no files': times(9, (i) => other('Glob', { pattern: `**/*${word(i)}*` }, 'No files found')),
    results: times(9, (i) =>
      other('search_files', { path: '.', regex: word(i) }, 'Found 0 results.'),
    ),
  });
  for (const [who, nothing] of Object.entries({
    Gemini: (query: string): string =>
      `No matches found for pattern "${query}" in the workspace directory.`,
    'SWE-agent': (query: string): string => `Found 0 matches for "${query}" in /w`,
  })) {
    row(`nothing found and the same file read in between, ${who}`, 'by 14', {
      searches: times(24, (i) =>
        i % 2 === 0
          ? other('grep_search', { pattern: `${word(i)}${i}` }, nothing(`${word(i)}${i}`))
          : other('Read', { file_path: '/w/a.ts' }, source('a', 30)),
      ),
    });
  }
  row('a text that is not there, as ordinary output', 's4', {
    replace: times(8, (i) =>
      other(
        'Edit',
        { file_path: '/w/a.ts', old_string: `let ${word(i)} = 1`, new_string: 'let a = 2' },
        `String to replace not found in file.\nString: let ${word(i)} = 1`,
      ),
    ),
    'zero occurrences': times(8, (i) =>
      other(
        'replace',
        { file_path: '/w/a.ts', old_string: `let ${word(i)} = 1`, new_string: 'let a = 2' },
        'Failed to edit, 0 occurrences found for old_string in /w/a.ts. No edits made.',
      ),
    ),
  });
  row('it exists already', 'by 8', {
    'a file to be created': times(8, (i) =>
      other(
        'create_file',
        { path: '/w/a.ts', content: source(i, 9) },
        'File already exists: /w/a.ts. Use edit_file to change it.',
        { ok: false },
      ),
    ),
    'as ordinary output': times(8, (i) =>
      other(
        'str_replace_editor',
        { command: 'create', path: '/w/a.ts', file_text: source(i, 9) },
        'File already exists at: /w/a.ts. Cannot overwrite files using command `create`.',
      ),
    ),
    'a branch': each(10, (tools, i) =>
      tools.run(
        `git checkout -b ${['fix', 'fix --track', '-q fix', 'fix main', 'fix HEAD'][i % 5] ?? ''}`.replace(
          '-b -q fix',
          '-q -b fix',
        ),
        "fatal: a branch named 'fix' already exists",
        128,
      ),
    ),
  });
  row('permission denied, whatever is tried', 'by 10', {
    'by the agent’s own rules': each(14, (tools, i) =>
      tools.run(
        [
          'curl https://example.com/a',
          'wget https://example.com/a',
          'curl -L https://example.com/a',
          'python3 -c "import urllib"',
          'nc example.com 80',
        ][i % 5] ?? '',
        'This command requires approval and was denied: network access is not allowed in this sandbox.',
        1,
      ),
    ),
    'a tool': times(14, (i) =>
      other(
        'Write',
        { file_path: `/etc/${word(i)}.conf`, content: 'x' },
        `Permission denied: writing to /etc/${word(i)}.conf is not allowed`,
        { ok: false },
      ),
    ),
    'a rule': times(14, (i) =>
      other(
        'Bash',
        { command: `rm -rf ${word(i)}` },
        'Permission to use Bash with this command has been denied.',
        { deniedBy: 'rule' },
      ),
    ),
    'a read-only disk': each(14, (tools, i) =>
      tools.run(
        [`touch /opt/${word(i)}`, `mkdir /opt/${word(i)}`, `cp a /opt/${word(i)}`][i % 3] ?? '',
        `${['touch', 'mkdir', 'cp'][i % 3] ?? ''}: cannot create '/opt/${word(i)}': Read-only file system`,
        1,
      ),
    ),
  });
  const into = ['frontend', './frontend', 'frontend/', '"frontend"', '../frontend', 'frontend/src'];
  row(
    'a folder that the shell cannot enter, however it is spelled and whatever would follow',
    's4',
    {
      bash: each(8, (tools, i) =>
        tools.run(
          `cd ${into[i % 6] ?? ''} && npm run ${word(i)}`,
          `bash: line 1: cd: ${(into[i % 6] ?? '').replaceAll('"', '')}: No such file or directory`,
          1,
        ),
      ),
      'a file in its place': each(8, (tools, i) =>
        tools.run(
          `pushd ${into[i % 6] ?? ''} && make ${word(i)}`,
          `sh: 1: pushd: ${(into[i % 6] ?? '').replaceAll('"', '')}: Not a directory`,
          1,
        ),
      ),
    },
  );
  row('folders tried until one is there', 'quiet', {
    'three, then its tests': (tools, story) => {
      for (const folder of ['web', 'app', 'client']) {
        story.step(
          tools.run(
            `cd ${folder} && ls`,
            `bash: line 1: cd: ${folder}: No such file or directory`,
            1,
          ),
        );
      }
      story
        .step(tools.run('ls packages', 'api\nsite'))
        .step(tools.run('cd packages/site && ls', 'package.json\nsrc\nvite.config.ts'))
        .repeat(4, (i) => tools.read(`/w/packages/site/src/${word(i)}.ts`, source(word(i))));
    },
  });
  row('one refusal, then another way', 'quiet', {
    'a denied command': (tools, story) => {
      story
        .step(
          tools.run(
            'curl https://example.com',
            'This command requires approval and was denied.',
            1,
          ),
        )
        .repeat(6, (i) => tools.read(`/w/${word(i)}.ts`, source(word(i))));
    },
    'an unchanged file, then edits': (tools, story) => {
      story
        .step(tools.read('/w/a.ts', source('a')))
        .step(
          other(
            'Read',
            { file_path: '/w/a.ts' },
            'File unchanged since last read. Refer to the earlier content.',
          ),
        )
        .repeat(6, (i) => tools.replace('/w/a.ts', `a${i}`, `b${i}`));
    },
    'nothing found, then found': each(10, (tools, i) =>
      i % 2 === 0
        ? tools.search(`${word(i)}Config`, '')
        : tools.search(word(i), `src/${word(i)}.ts:4: ${word(i)}`),
    ),
  });
});
