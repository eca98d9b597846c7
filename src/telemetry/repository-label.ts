import { createHash } from 'node:crypto';

/** A repository as it is told: the same on every machine, by its name only where that is allowed. */
export function repositoryLabel(name: string, isNameAllowed: boolean): string {
  return isNameAllowed ? name : createHash('sha256').update(name).digest('hex').slice(0, 12);
}
