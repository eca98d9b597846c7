/** What the view remembers while it is hidden: VS Code discards a hidden page and builds it anew. */

export interface SavedView {
  session: string | undefined;
  /** Keys of the open rows. */
  open: string[];
}

/** The state is what an earlier version may have saved: anything unusable in it is dropped. */
export function savedViewFrom(state: unknown): SavedView {
  if (
    typeof state !== 'object' ||
    state === null ||
    !('open' in state) ||
    !Array.isArray(state.open)
  ) {
    return { session: undefined, open: [] };
  }
  const session =
    'session' in state && typeof state.session === 'string' ? state.session : undefined;
  return { session, open: state.open.filter((key): key is string => typeof key === 'string') };
}
