/** The dialog that lists the keyboard shortcuts. Closing it returns the focus to where it was. */
import { render } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { Button } from '../ui/button.js';
import type { Texts } from '../ui/texts.js';

const keys: readonly (readonly [keys: readonly string[], text: PageTextId])[] = [
  [['F'], 'help.force'],
  [['G'], 'help.guide'],
  [['S'], 'help.snooze'],
  [['N'], 'help.next'],
  [['↑', '↓'], 'help.move'],
  [['Home', 'End'], 'help.ends'],
  [['Enter'], 'help.open'],
  [['Esc'], 'help.leave'],
  [['?'], 'help.help'],
];

export function showHelp(texts: Texts): void {
  const opener = document.activeElement;
  const place = document.createElement('div');
  document.body.append(place);
  const closed = (): void => {
    render(null, place);
    place.remove();
    if (opener instanceof HTMLElement) {
      opener.focus();
    }
  };
  render(<Help texts={texts} closed={closed} />, place);
}

function Help({ texts, closed }: { texts: Texts; closed: () => void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const closeButton = useRef<HTMLElement>(null);
  const close = (): void => {
    dialog.current?.close();
  };
  useLayoutEffect(() => {
    dialog.current?.showModal();
    closeButton.current?.focus();
  }, []);
  return (
    <dialog
      ref={dialog}
      class="help"
      aria-labelledby="help-title"
      onClose={closed}
      onClick={({ target }) => {
        if (target === dialog.current) {
          close();
        }
      }}
    >
      <div class="help-body">
        <h2 id="help-title">{texts.get('help.title')}</h2>
        <dl>
          {keys.map(([names, text]) => (
            <div key={text} class="help-row">
              <dt>
                {names.map((name) => (
                  <kbd key={name}>{name}</kbd>
                ))}
              </dt>
              <dd>{texts.get(text)}</dd>
            </div>
          ))}
        </dl>
        <Button
          look="secondary"
          text={texts.get('action.close')}
          element={closeButton}
          run={close}
        />
      </div>
    </dialog>
  );
}
