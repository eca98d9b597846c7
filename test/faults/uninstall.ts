/** The extension is removed: the script that VS Code then runs, as it is built, in homes in every state. */
import { execFileSync, spawn } from 'node:child_process';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import { isProblem } from '../../src/agents/agent.js';
import { installHooks } from '../../src/agents/claude-code/answer.js';
import { installers } from '../../src/agents/install/installers.js';
import { knownAgents } from '../../src/agents/index.js';
import { copyExtension, sharedExtension } from '../extension-copy.js';
import { facts, type Fault, type Subject } from './harness/fault.js';
import type { Stage } from './harness/stage.js';

/** What it prints. */
function uninstall(home: string, extension = sharedExtension()): string {
  return execFileSync(process.execPath, [join(extension, 'dist/uninstall.js')], {
    env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home },
    encoding: 'utf8',
    timeout: 60_000,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
}

function killedAfter(home: string, ms: number): Promise<void> {
  return new Promise((done) => {
    const child = spawn(process.execPath, [join(sharedExtension(), 'dist/uninstall.js')], {
      env: { PATH: process.env['PATH'], HOME: home, USERPROFILE: home },
      stdio: 'ignore',
    });
    const timer = setTimeout(() => child.kill('SIGKILL'), ms);
    child.once('exit', () => {
      clearTimeout(timer);
      done();
    });
  });
}

const filesBelow = (folder: string): string[] =>
  fs
    .readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();

const contents = (folder: string): Map<string, string> =>
  new Map(filesBelow(folder).map((file) => [file, fs.readFileSync(file, 'utf8')]));

const same = (one: Map<string, string>, other: Map<string, string>): boolean =>
  JSON.stringify([...one]) === JSON.stringify([...other]);

/** All agents' own files with something of the person's where our hooks go, and our hooks in them. @returns the files before */
function connectedHome(stage: Stage): { before: Map<string, string>; files: number } {
  const where = { env: {}, home: stage.home, platform: process.platform };
  const places = knownAgents.flatMap((agent) =>
    (agent.places?.(where, []) ?? []).flatMap(({ files }) =>
      files.map((file) => ({ agent: agent.id, file })),
    ),
  );
  for (const { file } of places) {
    fs.mkdirSync(dirname(file), { recursive: true });
    if (file.endsWith('.json') && !file.endsWith('turnwatch.json')) {
      fs.writeFileSync(file, '{\r\n\t// mine\r\n\t"model": "m",\r\n}\r\n');
    } else if (file.endsWith('.toml')) {
      fs.writeFileSync(file, 'model = "m"');
    }
  }
  const before = contents(stage.home);
  let files = 0;
  for (const { agent, file } of places) {
    const text = fs.existsSync(file) ? fs.readFileSync(file, 'utf8') : '';
    const added = installers
      .get(agent)
      ?.add(file, text, { dir: '/none/turnwatch', answersPrompts: true });
    if (added !== undefined && !isProblem(added)) {
      fs.writeFileSync(file, added.text);
      files += added.text === text ? 0 : 1;
    }
  }
  return { before, files };
}

function hooked(text: string): string {
  const added = installHooks(text, '/none/turnwatch');
  if (isProblem(added)) {
    throw new Error(added.problem);
  }
  return added.text;
}

const faults: readonly Fault[] = [
  {
    fault: 'the extension is removed while all agents are connected',
    promise:
      'every settings file is byte for byte as before, with a backup beside it; files of ours are gone',
    quick: true,
    play: (stage) => {
      const { before, files } = connectedHome(stage);
      const with_ = contents(stage.home);
      const printed = uninstall(stage.home);
      const now = contents(stage.home);
      return Promise.resolve(
        facts(
          {
            'hooks were in': !same(with_, before),
            'byte for byte as before': same(
              new Map([...now].filter(([file]) => !file.endsWith('.bak'))),
              before,
            ),
            'nothing printed': printed === '',
          },
          `${files} files`,
        ),
      );
    },
  },
  {
    fault: 'it is removed while settings files are broken, huge or not text',
    promise: 'they stay as they are',
    quick: true,
    play: (stage) => {
      const homes = [
        '{ "hooks": ',
        `${hooked('{}')}}`,
        `${hooked('{}')}${' '.repeat(5 * 1024 * 1024)}`,
        '['.repeat(100_000),
      ].map((text, i) => {
        const home = stage.folder(String(i));
        fs.mkdirSync(join(home, '.claude'));
        const file = join(home, '.claude', 'settings.json');
        fs.writeFileSync(file, text);
        return { home, file, text };
      });
      const latin = stage.folder('latin');
      fs.mkdirSync(join(latin, '.claude'));
      const bytes = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(hooked('{}'))]);
      fs.writeFileSync(join(latin, '.claude', 'settings.json'), bytes);
      const printed = [...homes.map(({ home }) => home), latin].map((home) => uninstall(home));
      const [, , huge] = homes;
      return Promise.resolve(
        facts(
          {
            'broken ones unchanged': [0, 1, 3].every(
              (i) =>
                homes[i] !== undefined && fs.readFileSync(homes[i].file, 'utf8') === homes[i].text,
            ),
            'the huge one unchanged':
              huge !== undefined && fs.readFileSync(huge.file, 'utf8') === huge.text,
            'bytes that are no text unchanged': fs
              .readFileSync(join(latin, '.claude', 'settings.json'))
              .equals(bytes),
            'nothing printed': printed.join('') === '',
          },
          `${printed.length} files`,
        ),
      );
    },
  },
  {
    fault: 'it is removed while a settings file is a link into a folder of dotfiles',
    promise: 'the link stays, and its file is byte for byte as before',
    quick: true,
    play: (stage) => {
      const before = '{\n  "model": "m"\n}\n';
      const dotfiles = stage.folder('dotfiles');
      fs.mkdirSync(join(stage.home, '.claude'));
      const file = join(stage.home, '.claude', 'settings.json');
      fs.writeFileSync(join(dotfiles, 'claude.json'), hooked(before));
      fs.symlinkSync(join(dotfiles, 'claude.json'), file);
      uninstall(stage.home);
      return Promise.resolve(
        facts({
          'still a link': fs.lstatSync(file).isSymbolicLink(),
          'byte for byte as before':
            fs.readFileSync(join(dotfiles, 'claude.json'), 'utf8') === before,
        }),
      );
    },
  },
  {
    fault: 'the list of connected files is damaged, or names files of others',
    promise: 'nothing of others changes, and the usual places are cleaned',
    quick: true,
    play: (stage) => {
      const extension = copyExtension(stage.folder('extension'));
      const theirs = join(stage.home, 'theirs.json');
      const hostile = '{"hooks":{"Stop":[{"hooks":[{"type":"command","command":"date"}]}]}}';
      fs.writeFileSync(theirs, hostile);
      fs.mkdirSync(join(stage.home, '.claude'));
      const file = join(stage.home, '.claude', 'settings.json');
      const lists = [
        '{"',
        '[1,null,{"agent":"claude-code"}]',
        JSON.stringify([
          { agent: 'claude-code', file: theirs },
          { agent: 'cline', file: theirs },
          { agent: '__proto__', file: theirs },
          { agent: 'claude-code', file: '/proc/self/mem' },
          { agent: 'claude-code', file: stage.home },
        ]),
      ];
      let cleaned = 0;
      for (const list of lists) {
        fs.writeFileSync(file, hooked(''));
        fs.writeFileSync(join(extension, 'dist', 'connected-files.json'), list);
        uninstall(stage.home, extension);
        cleaned += fs.existsSync(file) ? 0 : 1;
      }
      return Promise.resolve(
        facts(
          {
            'their file is unchanged': fs.readFileSync(theirs, 'utf8') === hostile,
            'our hooks are gone': cleaned === lists.length,
          },
          `${lists.length} lists`,
        ),
      );
    },
  },
  {
    fault: 'it is killed in the middle of its work, 12 times',
    promise: 'each settings file is whole, with our hooks or without; the next run finishes',
    quick: true,
    play: async (stage) => {
      const before = '{\n  "model": "m"\n}\n';
      const theirs = hooked(before);
      fs.mkdirSync(join(stage.home, '.claude'));
      const file = join(stage.home, '.claude', 'settings.json');
      let [whole, cleaned] = [0, 0];
      for (let i = 0; i < 12; i += 1) {
        fs.writeFileSync(file, theirs);
        await killedAfter(stage.home, 40 + i * 30);
        const text = fs.readFileSync(file, 'utf8');
        whole += text === before || text === theirs ? 1 : 0;
        cleaned += text === before ? 1 : 0;
      }
      uninstall(stage.home);
      return facts(
        {
          'always whole': whole === 12,
          'clean in the end': fs.readFileSync(file, 'utf8') === before,
        },
        `${cleaned} of 12 had cleaned it`,
      );
    },
  },
];

export const uninstalling: Subject = {
  promise: 'What Connect added is taken out exactly; everything else stays byte for byte.',
  faults,
};
