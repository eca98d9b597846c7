/** The panel's texts in the person's language. */
import type { PanelTextId } from '../../src/protocol/thresholds.js';
import type { Preset, ThresholdKey, ThresholdGroup } from '../../src/core/thresholds/thresholds.js';
import { fill, type Message } from '../../src/core/view/wording.js';

type TextParams = Record<string, string | number>;

/** A missing text shows its id. Empty until the host has sent the texts. */
export class PanelWords {
  private templates: Record<string, string> = {};

  set(templates: Record<string, string>): void {
    this.templates = templates;
  }

  get(id: PanelTextId, params?: TextParams): string {
    return this.text(id, params);
  }
  title(key: ThresholdKey): string {
    return this.text(`threshold.${key}`);
  }
  meaning(key: ThresholdKey): string {
    return this.text(`threshold.${key}.text`);
  }
  preset(preset: Preset): string {
    return this.text(`preset.${preset}`);
  }
  presetMeaning(preset: Preset): string {
    return this.text(`preset.${preset}.text`);
  }
  group(group: ThresholdGroup): string {
    return this.text(`group.${group}`);
  }
  say({ id, params }: Message): string {
    return this.text(id, params);
  }

  private text(id: string, params?: TextParams): string {
    return fill(this.templates[id] ?? id, params);
  }
}
