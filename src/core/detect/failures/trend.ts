/** Whether failures in a row get somewhere, by how much they tell and by the numbers in them. */
import type { Complaint } from '../../evidence/complaints.js';

/** At most this share of things that are mostly the same are different ones. */
export const SAME = 0.6;

/** A number that moves by a smaller share of itself does not move. */
const HARDLY = 0.005;

/** Share of different ones. */
export function share(list: readonly unknown[]): number {
  return list.length < 2 ? 0 : new Set(list).size / list.length;
}

/** More or less is told, a number has come down or up, or mostly another one is what is wrong. */
export function getsSomewhere(complaints: readonly Complaint[]): boolean {
  const [first] = complaints;
  return (
    first !== undefined &&
    (share(complaints.map(({ measured }) => measured)) > SAME ||
      hasTrend(complaints.map(({ words }) => words)) ||
      hasTrend(complaints.map(({ lines }) => lines)) ||
      [...first.figures.keys()].some((name) => {
        const values = complaints.flatMap(({ figures }) => figures.get(name) ?? []);
        return (
          values.length === complaints.length &&
          isApart(values) &&
          (share(values) > SAME || isBetterLately(values))
        );
      }))
  );
}

/** The first is the highest and the last the lowest, or the other way round, and it still moves. */
function hasTrend(values: readonly number[]): boolean {
  const [first, last] = [values.at(0) ?? 0, values.at(-1) ?? 0];
  const [low, high] = [Math.min(first, last), Math.max(first, last)];
  return (
    last !== values[Math.floor(values.length / 2)] &&
    values.every((value) => value >= low && value <= high)
  );
}

/** The size of what is built, for example, is hardly ever quite the same. */
function isApart(values: readonly number[]): boolean {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  return high - low > Math.max(Math.abs(low), Math.abs(high)) * HARDLY;
}

/** In the direction in which it moved as a whole, the newer half has come further than the older one. */
function isBetterLately(values: readonly number[]): boolean {
  const [first, last] = [values.at(0) ?? 0, values.at(-1) ?? 0];
  const half = Math.floor(values.length / 2);
  const [older, newer] = [values.slice(0, half), values.slice(half)];
  return (
    first !== last &&
    (last < first
      ? Math.min(...newer) < Math.min(...older)
      : Math.max(...newer) > Math.max(...older))
  );
}
