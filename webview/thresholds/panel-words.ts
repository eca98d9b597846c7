/** The panel's texts in the person's language. */
import type { PanelTextId } from '../../src/protocol/thresholds.js';
import type { Preset, ThresholdKey, ThresholdGroup } from '../../src/core/thresholds/thresholds.js';
import { fill, type Message, type PersonTextId } from '../../src/core/view/words/wording.js';

type TextParams = Record<string, string | number>;
/** What the host sends. */
type TextId =
  | PanelTextId
  | PersonTextId
  | `threshold.${ThresholdKey}${'' | '.text'}`
  | `preset.${Preset}${'' | '.text'}`
  | `group.${ThresholdGroup}`;

/** A missing text shows its id. Empty until the host has sent the texts. */
export class PanelWords {
  private templates: Record<string, string> = {};

  set(templates: Record<string, string>): void {
    this.templates = templates;
  }

  title(key: ThresholdKey): string {
    return this.get(`threshold.${key}`);
  }
  meaning(key: ThresholdKey): string {
    return this.get(`threshold.${key}.text`);
  }
  preset(preset: Preset): string {
    return this.get(`preset.${preset}`);
  }
  presetMeaning(preset: Preset): string {
    return this.get(`preset.${preset}.text`);
  }
  group(group: ThresholdGroup): string {
    return this.get(`group.${group}`);
  }
  say({ id, params }: Message): string {
    return this.get(id, params);
  }

  get(id: TextId, params?: TextParams): string {
    return fill(this.templates[id] ?? id, params);
  }
}
