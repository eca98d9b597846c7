/** The parts of an open window, as its commands and its changes act on them. */
import type * as vscode from 'vscode';
import type { AgentHomes } from '../agents/definition.js';
import type { Bridge } from '../bridge/bridge.js';
import type { Clock } from '../core/clock.js';
import type { AgentLogs } from '../live/logs/agent-logs.js';
import type { WindowTrees } from '../live/workspace/window-trees.js';
import type { Connection } from './connect/connect.js';
import type { HeldSettings } from './held-settings.js';
import type { Links } from './live/links.js';
import type { Log } from './log.js';
import type { WindowRelay } from './relay/window-relay.js';
import type { Learned } from './thresholds/learned.js';
import type { TimelineView } from './view/view.js';
import type { WindowRecorder } from './window-recorder.js';
import type { WindowSettings } from './window-settings.js';
import type { WindowView } from './window-view.js';
import type { WindowPlace } from './workspace/window-place.js';

export interface WindowParts {
  context: vscode.ExtensionContext;
  clock: Clock;
  log: Log;
  /** The folder that all windows share. */
  bridgeDir: string;
  held: HeldSettings;
  settings: WindowSettings;
  homes: AgentHomes;
  place: WindowPlace;
  trees: WindowTrees;
  learned: Learned;
  recorder: WindowRecorder;
  view: WindowView;
  page: TimelineView;
  logs: AgentLogs;
  bridge: Bridge;
  connection: Connection;
  links: Links;
  relay: WindowRelay;
}
