/** Shown while no agent is at work: the most important thing that is missing, and the one action that helps. */
import type { Snapshot } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { Button, LinkButton } from '../ui/button.js';
import { Icon } from '../ui/icon.js';
import type { Page, PageProps } from './page.js';
import { PastLook, PastOffer, PastResult } from './past.js';

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
  const { past } = snapshot;
  switch (past?.state) {
    case 'looking':
      return <PastLook page={page} past={past} />;
    case 'found':
      return past.all.turns === 0 && past.all.stalled === 0 ? (
        <section class="empty">
          <Icon name="mark" class="empty-mark" />
          <NeedText page={page} need={need(snapshot)} />
          <p>{page.texts.get('past.nothing', { days: page.texts.number(past.days) })}</p>
        </section>
      ) : (
        <div class="past-page">
          <PastResult page={page} past={past} />
          {!past.canClose && <NeedLine page={page} need={need(snapshot)} />}
        </div>
      );
    default:
      return (
        <section class="empty">
          <Icon name="mark" class="empty-mark" />
          <NeedText page={page} need={need(snapshot)} />
          <LinkButton
            text={page.texts.get('action.openSample')}
            run={() => {
              page.command('openSample');
            }}
          />
          {past !== undefined && <PastOffer page={page} past={past} />}
        </section>
      );
  }
}

interface NeedProps {
  page: Page;
  need: Need;
}

function NeedText({ page, need: { title, text, hint, action } }: NeedProps) {
  const { texts } = page;
  return (
    <>
      <h1>{texts.get(title)}</h1>
      <p>{texts.get(text)}</p>
      {hint !== undefined && <p>{texts.get(hint)}</p>}
      {action !== undefined && <NeedButton page={page} action={action} hint={hint} />}
    </>
  );
}

/** Below what the logs tell, which stands in place of the title. */
function NeedLine({ page, need: { text, hint, action } }: NeedProps) {
  const { texts } = page;
  return (
    <div class="past-need">
      <p>{texts.get(text)}</p>
      {action !== undefined && <NeedButton page={page} action={action} hint={hint} />}
    </div>
  );
}

function NeedButton({
  page,
  action,
  hint,
}: {
  page: Page;
  action: NonNullable<Need['action']>;
  hint: PageTextId | undefined;
}) {
  const { texts } = page;
  return (
    <Button
      look="primary"
      text={texts.get(action.text)}
      tooltip={texts.get(hint ?? action.text)}
      run={() => {
        action.run(page);
      }}
    />
  );
}
