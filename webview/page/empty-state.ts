/** Shown while no agent is at work: the most important thing that is missing, and the one action that helps. */
import type { Snapshot } from '../../src/core/view/snapshot.js';
import type { PageTextId } from '../../src/protocol/page-texts.js';
import { el, setText, show } from '../ui/dom.js';
import { icon } from '../ui/icons.js';
import { toolkitButton } from '../ui/toolkit.js';
import type { Page } from './page.js';
import type { ShownState } from './shown-state.js';

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

export class EmptyState {
  readonly element = el('section', 'empty');
  private readonly title = el('h1');
  private readonly text = el('p');
  private readonly hint = el('p');
  private readonly button = toolkitButton('primary');
  private readonly sample = el('button', 'link-button');
  private run: (page: Page) => void = () => {};

  constructor(private readonly page: Page) {
    this.button.element.addEventListener('click', () => {
      this.run(page);
    });
    this.element.append(
      icon('mark', 'empty-mark'),
      this.title,
      this.text,
      this.hint,
      this.button.element,
      this.sample,
    );
    this.sample.type = 'button';
    this.sample.addEventListener('click', () => {
      page.command('openSample');
    });
  }

  update({ snapshot, detail }: ShownState): void {
    show(this.element, detail === undefined);
    if (detail !== undefined) {
      return;
    }
    const { texts } = this.page;
    const { title, text, hint, action } = need(snapshot);
    setText(this.title, texts.get(title));
    setText(this.text, texts.get(text));
    setText(this.sample, texts.get('action.openSample'));
    setText(this.hint, hint === undefined ? '' : texts.get(hint));
    show(this.hint, hint !== undefined);
    show(this.button.element, action !== undefined);
    if (action === undefined) {
      return;
    }
    this.run = action.run;
    setText(this.button.element, texts.get(action.text));
    this.button.setNames(
      texts.get(action.text),
      hint === undefined ? texts.get(action.text) : texts.get(hint),
    );
  }
}
