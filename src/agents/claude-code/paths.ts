/** Where Claude Code keeps its settings and transcripts: `<config>/projects/<slug of the folder>/<session>.jsonl`. */
import { posix, win32 } from 'node:path';
import type { Surroundings } from '../agent.js';
import type { FolderVariable } from '../definition.js';

export const AGENT_ID = 'claude-code';
/** Names the session to its hooks, those of sub-agents too. */
export const SESSION_VARIABLE = 'CLAUDE_CODE_SESSION_ID';
export const folderVariable: FolderVariable = { name: 'CLAUDE_CONFIG_DIR', program: /^claude$/ };

const makePath = (platform: string): typeof posix => (platform === 'win32' ? win32 : posix);

/** `setting` overrides CLAUDE_CONFIG_DIR and `~/.claude`; it may begin with `~/`. */
export function configDir(setting: string | undefined, where: Surroundings): string {
  const { env, home, platform } = where;
  const chosen = [setting, env[folderVariable.name]]
    .map((each) => each?.trim() ?? '')
    .find((each) => each !== '');
  return chosen === undefined ? makePath(platform).join(home, '.claude') : fromHome(chosen, where);
}

/** Every folder that the person named, the main one first. */
export function configDirs(where: Surroundings): string[] {
  const others = (where.others ?? []).map((each) => fromHome(each.trim(), where));
  return [...new Set([configDir(where.configured, where), ...others])];
}

function fromHome(folder: string, { home, platform }: Surroundings): string {
  const isInHome = folder === '~' || folder.startsWith('~/');
  return isInHome ? makePath(platform).join(home, folder.slice(1)) : folder;
}

export function settingsFile(config: string, platform: string): string {
  return makePath(platform).join(config, 'settings.json');
}

export function projectsDir(config: string, platform: string): string {
  return makePath(platform).join(config, 'projects');
}

const LONGEST_SLUG = 200;

/** The name that Claude Code gives a folder's project folder. `folder`: absolute, symbolic links resolved. */
export function projectSlug(folder: string): string {
  const slug = folder.replace(/[^a-zA-Z0-9]/g, '-');
  return slug.length <= LONGEST_SLUG
    ? slug
    : `${slug.slice(0, LONGEST_SLUG)}-${Math.abs(stringHash(folder)).toString(36)}`;
}

function stringHash(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) {
    hash = ((hash << 5) - hash + text.charCodeAt(i)) | 0;
  }
  return hash;
}

/**
 * Whether a project folder may hold sessions of `folder` or of a folder inside it. Many folders share a slug, so the `cwd` of a
 * transcript's `session.start` decides. Letter case is ignored: drive letters come in both.
 */
export function mayHoldSessions(project: string, folder: string): boolean {
  const own = projectSlug(folder).toLowerCase();
  const name = project.toLowerCase();
  return name === own || name.startsWith(`${own.slice(0, LONGEST_SLUG).replace(/-+$/, '')}-`);
}

/** The session that a transcript's path names; undefined if Claude Code makes no such path. */
export function sessionOfFile(file: string): { main: string; agent?: string } | undefined {
  const parts = file.split(/[\\/]/);
  const name = parts.at(-1) ?? '';
  const agent = /^agent-([\w-]{1,128})\.jsonl$/.exec(name)?.[1];
  if (agent !== undefined) {
    const main = parts.at(-2) === 'subagents' ? parts.at(-3) : undefined;
    return main !== undefined && isSessionId(main) ? { main, agent } : undefined;
  }
  const main = name.endsWith('.jsonl') ? name.slice(0, -'.jsonl'.length) : '';
  return isSessionId(main) ? { main } : undefined;
}

/** The transcript of a session, or of one of its sub-agents. `main`: the path of the session's, which the sub-agents' hooks name too. */
export function findTranscript(main: string, agent: string | undefined): string {
  return agent === undefined
    ? main
    : `${main.replace(/\.jsonl$/, '')}/subagents/agent-${agent}.jsonl`;
}

/** What the harness calls its internal forks. Some versions write transcripts of them, `agent-a<name>-<hex>.jsonl`, which often have no end. */
const forkFile =
  /(?:^|[\\/])agent-a(?:compact|prompt_suggestion|side_question|session_memory|agent_summary|away_summary|auto_dream|extract_memories|rename|resume_cache_warm|plugin_model_fork)-[0-9a-f]+\.jsonl$/;

export function isForkFile(file: string): boolean {
  return forkFile.test(file);
}

function isSessionId(name: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(name);
}
