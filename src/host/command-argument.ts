/** What a command is given: by the page, another extension or nobody. It is not trusted. */
import * as vscode from 'vscode';
import { isObject } from '../core/json.js';
import { playbackSpeeds, type PlaybackSpeed } from '../core/view/playback-state.js';
import type { ReportAction } from './ledger/what-it-did.js';

export interface CommandArgument {
  session: string | undefined;
  agent: string | undefined;
  intervention: string | undefined;
  verdict: string | undefined;
  text: string | undefined;
  steps: number | undefined;
  turn: number | undefined;
  file: vscode.Uri | undefined;
  pace: PlaybackSpeed | undefined;
  settingsFile: string | undefined;
  action: ReportAction | undefined;
  /** Key of a row of the timeline. */
  row: string | undefined;
  /** The view runs the command, not the person by its name. */
  isOnClick: boolean;
}

export function readArgument(argument: unknown): CommandArgument {
  const fields = argument instanceof vscode.Uri ? { file: argument } : argument;
  const {
    session,
    agent,
    intervention,
    verdict,
    text,
    steps,
    turn,
    file,
    pace,
    settingsFile,
    action,
    turnwatchRow,
    turnwatchSession,
  } = isObject(fields) ? fields : {};
  return {
    session: [session, turnwatchSession].find((each) => typeof each === 'string'),
    agent: typeof agent === 'string' ? agent : undefined,
    intervention: typeof intervention === 'string' ? intervention : undefined,
    verdict: typeof verdict === 'string' ? verdict : undefined,
    text: typeof text === 'string' ? text : undefined,
    steps: typeof steps === 'number' && steps >= 0 ? Math.floor(steps) : undefined,
    turn: typeof turn === 'number' && Number.isInteger(turn) && turn >= 0 ? turn : undefined,
    file: file instanceof vscode.Uri ? file : undefined,
    pace: playbackSpeeds.find((each) => each === pace),
    settingsFile: typeof settingsFile === 'string' ? settingsFile : undefined,
    action: action === 'copy' || action === 'delete' ? action : undefined,
    row: typeof turnwatchRow === 'string' ? turnwatchRow : undefined,
    isOnClick: isObject(fields),
  };
}
