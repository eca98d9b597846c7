/** What a bug report needs and nothing more: no prompt, no command, no path of a project. */
import * as vscode from 'vscode';
import type { BridgeStatus } from '../bridge/bridge.js';
import type { Snapshot } from '../core/snapshot.js';
import { isObject } from '../core/parse.js';
import type { Settings } from './settings.js';

export interface DiagnosticsInput {
  context: vscode.ExtensionContext;
  snapshot: Snapshot;
  bridge: BridgeStatus;
  connection: string;
  paint: { ms: number; rows: number } | undefined;
  settings: Settings;
}

export function diagnostics({ context, snapshot, bridge, connection, paint, settings }: DiagnosticsInput): string {
  const manifest: unknown = context.extension.packageJSON;
  const version = isObject(manifest) && typeof manifest['version'] === 'string' ? manifest['version'] : 'unknown';
  const lines: [string, string][] = [
    ['Turnwatch', version],
    ['VS Code', `${vscode.version} (${vscode.env.appName}, ${vscode.env.remoteName ?? 'local'}, ${process.platform})`],
    ['Workspace', vscode.workspace.isTrusted ? 'trusted' : 'restricted'],
    ['Bridge', `${bridge.state}, ${bridge.role}, port ${bridge.port ?? 'none'}${bridge.reason === undefined ? '' : `: ${bridge.reason}`}`],
    ['Hooks', `${connection}; last one ${snapshot.link.lastHookAt === undefined ? 'never' : new Date(snapshot.link.lastHookAt).toISOString()}`],
    ['Link', `${snapshot.link.state}${snapshot.link.detail === undefined ? '' : `: ${snapshot.link.detail}`}`],
    ['Mode', snapshot.mode],
    ['Thresholds', JSON.stringify(settings.overrides)],
    ['Sessions', snapshot.sessions.map((session) => `${session.agent} ${session.state} ${session.steps} steps`).join('; ') || 'none'],
    ['Last paint', paint === undefined ? 'none' : `${paint.ms.toFixed(1)} ms for ${paint.rows} rows`],
    ['Settings problems', settings.problems.join('; ') || 'none'],
  ];
  return lines.map(([name, value]) => `${name}: ${value}`).join('\n') + '\n';
}
