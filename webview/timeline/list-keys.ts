/** What the keys do on a line of the timeline. Pure. */

export type ListAction =
  | { type: 'move'; to: number }
  | { type: 'open-file' }
  | { type: 'expand' }
  | { type: 'collapse' };

/** Undefined for a key that means nothing here. `move` may lead beyond the ends of the list. */
export function listAction(
  key: string,
  { index, last, page }: { index: number; last: number; page: number },
): ListAction | undefined {
  switch (key) {
    case 'ArrowDown':
      return { type: 'move', to: index + 1 };
    case 'ArrowUp':
      return { type: 'move', to: index - 1 };
    case 'PageDown':
      return { type: 'move', to: index + page };
    case 'PageUp':
      return { type: 'move', to: index - page };
    case 'Home':
      return { type: 'move', to: 0 };
    case 'End':
      return { type: 'move', to: last };
    case 'Enter':
      return { type: 'open-file' };
    case 'ArrowRight':
      return { type: 'expand' };
    case 'ArrowLeft':
      return { type: 'collapse' };
    default:
      return undefined;
  }
}
