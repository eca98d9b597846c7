import type { ESLint, Linter } from 'eslint';

export interface Layer {
  path: string;
  ours: string[];
  packages: RegExp;
}
export const layers: readonly Layer[];
export function complaintAbout(path: string, specifier: string): string | undefined;
export const plugin: ESLint.Plugin;
export const pureCore: Linter.RulesRecord;
