/** Shown while no agent is at work: the most important thing that is missing, and the one action that helps. */
import type { Snapshot } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { Button } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import type { Page, PageProps } from './page.js';

interface Need {
  title: PageTextId;
  text: PageTextId;
  hint?: PageTextId;
  action?: { text: PageTextId; run: (page: Page) => void };
}

function need({ link, place }: Snapshot): Need {
  const connect: Need['action'] =
    link.state === 'watching' || link.state === 'off'
      ? {
          text: 'action.connect',
          run: (page) => {
            page.command('connect');
          },
        }
      : undefined;
  if (place?.folder === false) {
    return {
      title: 'empty.folder',
      text: 'empty.folder.text',
      action: {
        text: 'action.openFolder',
        run: (page) => {
          page.post({ type: 'editor', command: 'openFolder' });
        },
      },
    };
  }
  if (place?.trusted === false) {
    return {
      title: 'empty.trust',
      text: 'empty.trust.text',
      action: {
        text: 'action.manageTrust',
        run: (page) => {
          page.post({ type: 'editor', command: 'manageTrust' });
        },
      },
    };
  }
  if (connect !== undefined) {
    return { title: 'empty.title', text: 'empty.text', hint: 'empty.connect', action: connect };
  }
  if (place?.git === false) {
    return {
      title: 'empty.title',
      text: 'empty.text',
      hint: 'empty.git',
      action: {
        text: 'action.initGit',
        run: (page) => {
          page.post({ type: 'editor', command: 'initGit' });
        },
      },
    };
  }
  return { title: 'empty.title', text: 'empty.text' };
}

export function EmptyState({ page, state: { snapshot, detail } }: PageProps) {
  if (detail !== undefined) {
    return null;
  }
  const { texts } = page;
  const { title, text, hint, action } = need(snapshot);
  return (
    <section class="empty">
      <Icon name="mark" class="empty-mark" />
      <h1>{texts.get(title)}</h1>
      <p>{texts.get(text)}</p>
      {hint !== undefined && <p>{texts.get(hint)}</p>}
      {action !== undefined && (
        <Button
          look="primary"
          text={texts.get(action.text)}
          tooltip={texts.get(hint ?? action.text)}
          run={() => {
            action.run(page);
          }}
        />
      )}
      <button
        type="button"
        class="link-button"
        onClick={() => {
          page.command('openSample');
        }}
      >
        {texts.get('action.openSample')}
      </button>
    </section>
  );
}
