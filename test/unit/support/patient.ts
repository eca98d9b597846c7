/** For tests that are not about time limits: our parts with limits that even a very busy machine meets. */
import { contains } from '../../contains.js';

export const PATIENT_MS = 120_000;

/** For an endpoint. */
export const patientLimits = {
  signMs: 5000,
  headerMs: PATIENT_MS,
  requestMs: PATIENT_MS,
  answerMs: PATIENT_MS,
} as const;

/** The installed hook's command with the same patience: for curl the last option wins, also over those in its file. */
export function patientHook(command: string): string {
  const body = '--data-binary @-';
  contains(command, body);
  const seconds = PATIENT_MS / 1000;
  return command.replace(body, `--connect-timeout ${seconds} -m ${seconds} ${body}`);
}
