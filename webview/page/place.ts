/** Where in a recorded run the view stands, in words. */
import type { PlaybackState } from '../../src/core/view/snapshot.js';
import type { Texts } from '../ui/texts.js';

export function placeText({ step, lastStep }: PlaybackState, texts: Texts): string {
  return step < 0
    ? texts.get('player.start')
    : texts.get('player.step', { step: texts.number(step), last: texts.number(lastStep) });
}
