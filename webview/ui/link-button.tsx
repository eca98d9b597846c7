/** A button that looks like a link. */
export function LinkButton({ text, run }: { text: string; run: () => void }) {
  return (
    <button type="button" class="link-button" onClick={run}>
      {text}
    </button>
  );
}
