/**
 * Profiles of agents and of the roles that sub-agents are given: thresholds that differ from the defaults because an agent's own
 * guards or habits do, or because the role consists of what would be idle elsewhere. Everything above them (the person's
 * settings, learned values) overrides them. An entry needs a fact that makes another value right, stated beside it.
 *
 * Considered and left at the default: Kimi Code itself reminds its model at the third identical call. The fourth call is
 * the first made after that reminder, and `balanced.sameResult` is 4 for every agent. A general-purpose sub-agent does what its
 * parent does, so nothing is different for it.
 */
import { thresholdKeys, type ThresholdSet } from './thresholds.js';

export type Profiles = Readonly<Record<string, ThresholdSet>>;

export const profiles: Profiles = {
  // ends its commands itself, after ten minutes at most: what stays open longer waits for a permission, which its transcript does not tell
  'claude-code': { 'balanced.callMinutes': 1440 },
};

interface RoleProfile {
  /** Matches the role's name in words: small letters, with spaces between. */
  named: RegExp;
  set: ThresholdSet;
}

/** As `choosePatience` for the phase of exploring: half as many again. */
const questions: ThresholdSet = { 'balanced.idleSteps': 12, 'balanced.fruitlessSteps': 15 };
/** A whole suite or a release build takes longer than a command at work on one file. */
const longRuns: ThresholdSet = { 'balanced.callMinutes': 60, 'balanced.jobMinutes': 60 };

/** What repeats a call, an error or an edit goes in circles in every role: only patience with questions and with time differs. */
const roleProfiles = {
  // asks where something is, and most places that it looks at are not it
  explorer: {
    named: /\b(?:explor(?:e|er|ation)|search(?:er)?|finder|locator|investigator)\b/,
    set: questions,
  },
  // looks for faults in what is mostly right, and changes nothing
  reviewer: { named: /\b(?:review(?:er)?|audit(?:or)?|critic)\b/, set: questions },
  tester: { named: /\b(?:tests?|tester|testing)\b/, set: longRuns },
  // `build` alone is the all-purpose agent of opencode and its relatives
  builder: { named: /\b(?:builder|builds|compiler?)\b|\bbuild \w|\w build\b/, set: longRuns },
} as const satisfies Record<string, RoleProfile>;

/** @param role what a sub-agent's parent called it, such as `Explore` or `code-reviewer`; a main agent has none */
export function chooseProfile(
  agent: string,
  role?: string,
  known: Profiles = profiles,
): ThresholdSet {
  const own = Object.hasOwn(known, agent) ? (known[agent] ?? {}) : {};
  if (role === undefined) {
    return own;
  }
  const name = inWords(role);
  return Object.values(roleProfiles)
    .filter(({ named }) => named.test(name))
    .reduce<ThresholdSet>((before, { set }) => morePatient(before, set), own);
}

/** A role never takes back what its agent's profile allows. */
function morePatient(one: ThresholdSet, other: ThresholdSet): ThresholdSet {
  const both = { ...one };
  for (const key of thresholdKeys) {
    const value = other[key];
    if (value !== undefined) {
      both[key] = Math.max(value, one[key] ?? value);
    }
  }
  return both;
}

const LONGEST_NAME = 256;

/** `code-reviewer`, `codebase_investigator` and `TestRunner` in words. */
function inWords(name: string): string {
  return name
    .slice(0, LONGEST_NAME)
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .replace(/[^a-z]+/g, ' ')
    .trim();
}
