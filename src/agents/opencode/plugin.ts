/** The plugin file that Connect puts into opencode's folder. */
import template from './turnwatch.plugin.js';

/** `file`: absolute path of the hook client's file. */
export function pluginText(file: string): string {
  return template.replace("'{client}'", () => JSON.stringify(file));
}
