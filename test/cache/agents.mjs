// The real programs of the coding agents, each at the version it was tested with. No install script of any of them runs.
import { execFile } from 'node:child_process';
import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliDecompressSync } from 'node:zlib';
import { newNode } from './node.mjs';
import { Unavailable, entry, newestVersion, npm } from './store.mjs';

const suffix = process.platform === 'win32' ? '.exe' : '';
const scripted = (script) => async (modules) => [await newNode(), join(modules, script)];
/** Packages with a native program for each platform; `parts`: where it lies in the platform's own package. */
const native =
  (scope, prefix, ...parts) =>
  async (modules) => [platformProgram(join(modules, scope), prefix, join(...parts) + suffix)];
/** The same, for those whose program is compressed and unpacked by an install script. */
const packed =
  (scope, prefix, ...parts) =>
  async (modules) => {
    const from = platformProgram(join(modules, scope), prefix, `${join(...parts) + suffix}.br`);
    const program = from.slice(0, -'.br'.length);
    if (!existsSync(program)) {
      const whole = `${program}.part`;
      writeFileSync(whole, brotliDecompressSync(readFileSync(from)), { mode: 0o755 });
      renameSync(whole, program);
    }
    return [program];
  };

/** Adding an agent's program: one entry. `name`: what its tests call it. */
const programs = {
  'claude-code': {
    name: 'Claude Code',
    package: '@anthropic-ai/claude-code',
    version: '2.1.330',
    command: native('@anthropic-ai', 'claude-code-', 'claude'),
  },
  codex: {
    name: 'Codex',
    package: '@openai/codex',
    version: '0.169.0',
    command: native('@openai', 'codex-', 'vendor', '*', 'bin', 'codex'),
  },
  'gemini-cli': {
    name: 'Gemini CLI',
    package: '@google/gemini-cli',
    version: '0.61.0',
    command: scripted('@google/gemini-cli/bundle/gemini.js'),
  },
  'kimi-code': {
    name: 'Kimi Code',
    package: '@moonshot-ai/kimi-code',
    version: '2.1.0',
    command: scripted('@moonshot-ai/kimi-code/dist/main.mjs'),
  },
  opencode: {
    name: 'opencode',
    package: 'opencode-ai',
    version: '1.18.33',
    command: native('', 'opencode-', 'bin', 'opencode'),
  },
  kilo: {
    name: 'Kilo',
    // sometimes published before the programs that it needs
    announcedBy: '@kilocode/cli',
    package: `@kilocode/cli-${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`,
    version: '7.7.9',
    command: native('@kilocode', 'cli-', 'bin', 'kilo'),
  },
  'qwen-code': {
    name: 'Qwen Code',
    package: '@qwen-code/qwen-code',
    version: '0.24.4',
    command: scripted('@qwen-code/qwen-code/cli-entry.js'),
  },
  copilot: {
    name: 'Copilot CLI',
    package: '@github/copilot',
    version: '1.0.102',
    command: native('@github', 'copilot-', 'copilot'),
  },
  cline: {
    name: 'Cline',
    package: 'cline',
    version: '3.0.65',
    command: native('@cline', 'cli-', 'bin', 'cline'),
  },
  pi: {
    name: 'pi',
    package: '@earendil-works/pi-coding-agent',
    version: '0.87.1',
    command: scripted('@earendil-works/pi-coding-agent/dist/cli.js'),
  },
  grok: {
    name: 'Grok',
    package: '@xai-official/grok',
    version: '1.0.41',
    command: packed('@xai-official', 'grok-', 'bin', 'grok'),
  },
  droid: {
    name: 'Droid',
    package: 'droid',
    version: '0.215.0',
    command: native('@factory', 'cli-', 'bin', 'droid'),
  },
};

export const agentVersions = Object.fromEntries(
  Object.entries(programs).map(([id, { version }]) => [id, version]),
);

/** Set by `npm run agents:newest`: JSON, versions to be tested in place of the pinned ones, by agent id. */
const VERSIONS = 'TURNWATCH_AGENT_VERSIONS';

function versionOf(id) {
  return JSON.parse(process.env[VERSIONS] ?? '{}')[id] ?? programs[id].version;
}

/**
 * What npm has today.
 * @returns {Promise<{ id: string, name: string, from: string, pinned: string, newest: string | undefined, announced: string | undefined }[]>}
 * `from`: the package; `newest`: undefined if npm does not tell; `announced`: by the package that people install, if the program is of another
 */
export async function newestVersions() {
  const all = [];
  for (const [id, { name, package: from, version: pinned, announcedBy }] of Object.entries(
    programs,
  )) {
    const newest = await newestVersion(from);
    const announced = announcedBy === undefined ? newest : await newestVersion(announcedBy);
    all.push({
      id,
      name,
      from,
      pinned,
      newest,
      announced: announced === newest ? undefined : announced,
    });
  }
  return all;
}

/** The environment in which the tests use these versions. */
export function withVersions(versions) {
  return { [VERSIONS]: JSON.stringify(versions) };
}

/**
 * @param {string} id
 * @returns {Promise<string[]>} the program and its first arguments. Rejects with Unavailable if there is none.
 */
export async function agentProgram(id) {
  const known = programs[id];
  if (known === undefined) {
    throw new Error(`no agent is named ${id}`);
  }
  const folder = await entry({
    name: id,
    version: versionOf(id),
    fill: async (work) => {
      writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
      await npm(work, ['install', '--ignore-scripts', `${known.package}@${versionOf(id)}`]);
      await known.command(join(work, 'node_modules'));
    },
  });
  return known.command(join(folder, 'node_modules'));
}

/** A program that starts for the first time unpacks itself (milliseconds). */
const VERSION_MS = 120_000;

/**
 * The version that an agent's program says it is, whatever version its package has; in words where it says none.
 * @param {string} id
 * @returns {Promise<string>}
 */
export async function saidVersion(id) {
  const home = mkdtempSync(join(tmpdir(), 'turnwatch-version-'));
  try {
    let command;
    try {
      command = await agentProgram(id);
    } catch (error) {
      return error instanceof Unavailable
        ? `nothing: ${error.message}`
        : 'nothing: npm cannot install it';
    }
    const [program, ...args] = command;
    const { stdout, stderr } = await promisify(execFile)(program, [...args, '--version'], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: home },
      timeout: VERSION_MS,
    });
    const [version] = /\d+\.\d+\.\d+(?:[-+][\w.-]*\w)?/.exec(stdout + stderr) ?? [];
    return version ?? 'a program that names no version';
  } catch {
    return 'a program that does not tell its version';
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

/**
 * All of them, for tests: `TURNWATCH_AGENTS` is JSON, for each agent its command or, as a string, why it is unavailable.
 * Rejects with Unavailable if Claude Code is unavailable: then all are.
 * @returns {Promise<Record<string, string>>}
 */
export async function agentEnvironment() {
  const found = { 'claude-code': await agentProgram('claude-code') };
  for (const id of Object.keys(programs)) {
    if (id in found) {
      continue;
    }
    try {
      found[id] = await agentProgram(id);
    } catch (error) {
      if (!(error instanceof Unavailable)) {
        throw error;
      }
      found[id] = error.message;
    }
  }
  return { TURNWATCH_AGENTS: JSON.stringify(found) };
}

/** `*` in `file` stands for the one folder there. */
function platformProgram(scope, prefix, file) {
  const platform = process.platform === 'win32' ? /win(32|dows)/ : new RegExp(process.platform);
  const names = readdirSync(scope).filter(
    (name) => name.startsWith(prefix) && platform.test(name) && name.includes(process.arch),
  );
  for (const name of names.sort((one, other) => one.length - other.length)) {
    const found = file
      .split(/[\\/]/)
      .reduce(
        (folders, part) =>
          folders.flatMap((folder) => {
            if (part !== '*') {
              return [join(folder, part)];
            }
            return existsSync(folder) ? readdirSync(folder).map((each) => join(folder, each)) : [];
          }),
        [join(scope, name)],
      )
      .find((each) => existsSync(each));
    if (found !== undefined) {
      return found;
    }
  }
  throw new Unavailable(
    `${prefix.replace(/-$/, '')} has no program for ${process.platform} ${process.arch}`,
  );
}
