/** Every id that package.json also names; test/unit/project/manifest.test.ts checks that both lists match. */

export const EXTENSION_ID = 'turnwatch.turnwatch';

export const commands = {
  forceRespond: 'turnwatch.forceRespond',
  guide: 'turnwatch.guide',
  snooze: 'turnwatch.snooze',
  stopTurn: 'turnwatch.stopTurn',
  keepWaiting: 'turnwatch.keepWaiting',
  undo: 'turnwatch.undo',
  falseAlarm: 'turnwatch.falseAlarm',
  reallyStuck: 'turnwatch.reallyStuck',
  learned: 'turnwatch.learned',
  connect: 'turnwatch.connect',
  disconnect: 'turnwatch.disconnect',
  acceptConnect: 'turnwatch.acceptConnect',
  acceptDisconnect: 'turnwatch.acceptDisconnect',
  cancelChange: 'turnwatch.cancelChange',
  openRecordedRun: 'turnwatch.openRecordedRun',
  openSample: 'turnwatch.openSample',
  closeRecordedRun: 'turnwatch.closeRecordedRun',
  exportTurn: 'turnwatch.exportTurn',
  shareTurn: 'turnwatch.shareTurn',
  copyDraft: 'turnwatch.copyDraft',
  copyReport: 'turnwatch.copyReport',
  copyDiagnostics: 'turnwatch.copyDiagnostics',
  copyEndpoint: 'turnwatch.copyEndpoint',
  whatItDid: 'turnwatch.whatItDid',
  lookBack: 'turnwatch.lookBack',
  pause: 'turnwatch.pause',
  resume: 'turnwatch.resume',
  showTimeline: 'turnwatch.showTimeline',
  showLog: 'turnwatch.showLog',
  openThresholds: 'turnwatch.openThresholds',
  openSettings: 'turnwatch.openSettings',
  startRelay: 'turnwatch.startRelay',
  stopRelay: 'turnwatch.stopRelay',
  openFile: 'turnwatch.openFile',
  openChanges: 'turnwatch.openChanges',
  copyCommand: 'turnwatch.copyCommand',
  copyResult: 'turnwatch.copyResult',
  firstOccurrence: 'turnwatch.firstOccurrence',
  sameSteps: 'turnwatch.sameSteps',
  showTerminal: 'turnwatch.showTerminal',
  sendBack: 'turnwatch.sendBack',
  resumeThen: 'turnwatch.resumeThen',
  nextInNeed: 'turnwatch.nextInNeed',
  changesSince: 'turnwatch.changesSince',
  restoreFiles: 'turnwatch.restoreFiles',
  undoRestore: 'turnwatch.undoRestore',
} as const;

export const views = { container: 'turnwatch', timeline: 'turnwatch.timeline' } as const;

/** What the editor's own agent may call. */
export const tools = { turnStatus: 'turnwatch_turn_status' } as const;

/** The editor's own panels. */
export const panels = { thresholds: 'turnwatch.thresholds' } as const;

/** The languages of documents that show proposed changes, and what will run then: their defaults decide how they look. */
export const languages = { proposal: 'turnwatch-changes', review: 'turnwatch-review' } as const;

export const settings = {
  mode: 'turnwatch.mode',
  modeByAgent: 'turnwatch.modeByAgent',
  remindFirst: 'turnwatch.auto.remindFirst',
  sendBack: 'turnwatch.auto.sendBack',
  snapshots: 'turnwatch.snapshots',
  answerPrompts: 'turnwatch.answerPrompts',
  preset: 'turnwatch.preset',
  thresholdsByAgent: 'turnwatch.thresholds.byAgent',
  notifications: 'turnwatch.notifications.states',
  doneMinutes: 'turnwatch.notifications.doneMinutes',
  quietHours: 'turnwatch.notifications.quietHours',
  notificationCommand: 'turnwatch.notifications.command',
  prices: 'turnwatch.prices',
  caps: 'turnwatch.caps',
  resumeLatest: 'turnwatch.resume.latest',
  resumeMostUsed: 'turnwatch.resume.mostUsed',
  endpointPort: 'turnwatch.endpoint.port',
  claudeConfigDir: 'turnwatch.agents.claudeCode.configDir',
  claudeOtherConfigDirs: 'turnwatch.agents.claudeCode.otherConfigDirs',
  logFolders: 'turnwatch.agents.logFolders',
  otlpEndpoint: 'turnwatch.otlp.endpoint',
  otlpRepositoryNames: 'turnwatch.otlp.repositoryNames',
  relayPort: 'turnwatch.relay.port',
  relayUpstreams: 'turnwatch.relay.upstreams',
} as const;

/** Settings of thresholds are `turnwatch.thresholds.<key>`; the keys are in core/thresholds.ts. */
export const THRESHOLD_PREFIX = 'turnwatch.thresholds.';

export const contextKeys = {
  hasSession: 'turnwatch.hasSession',
  needsPerson: 'turnwatch.needsPerson',
  canUndo: 'turnwatch.canUndo',
  hasVerdict: 'turnwatch.hasVerdict',
  hasLearned: 'turnwatch.hasLearned',
  paused: 'turnwatch.paused',
  connected: 'turnwatch.connected',
  playback: 'turnwatch.playback',
  relay: 'turnwatch.relay',
  proposal: 'turnwatch.proposal',
  sampleEnded: 'turnwatch.sampleEnded',
} as const;
