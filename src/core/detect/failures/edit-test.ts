/**
 * Edits that change nothing: after edit upon edit the same tests fail in the same way, or the same command gives the same
 * error. Progress is another set of failing tests; a repeated good result is not judged here.
 */
import type { Thresholds } from '../../thresholds/thresholds.js';
import type { Session } from '../../turns/session.js';
import { defineDetector, type DetectorContext } from '../detector.js';
import { EditTestRun } from './edit-test-run.js';

export const editTest = defineDetector({
  id: 'edit-test',
  words: {
    'verdict.edit-test.tests': {
      en: 'The same tests failed {count} times despite edits (limit {threshold}).',
      de: 'Dieselben Tests schlugen trotz Bearbeitungen {count}-mal fehl (Grenze {threshold}).',
      equal: 'equal.tests',
      tell: ['tell.unopened', 'tell.after-edits'],
    },
    'verdict.edit-test.run': {
      en: 'The same command gave the same result {count} times despite edits (limit {threshold}).',
      de: 'Derselbe Befehl ergab trotz Bearbeitungen {count}-mal dasselbe (Grenze {threshold}).',
      equal: 'equal.outcome',
      tell: ['tell.unopened', 'tell.after-edits'],
    },
    'verdict.edit-test.script': {
      en: 'The agent’s own scripts ended in the same error {count} times despite edits (limit {threshold}).',
      de: 'Die eigenen Skripte des Agents endeten trotz Bearbeitungen {count}-mal mit demselben Fehler (Grenze {threshold}).',
      equal: 'equal.script',
      tell: ['tell.unopened', 'tell.after-edits'],
    },
    'verdict.edit-test.silent': {
      en: 'The script printed nothing in {count} runs despite edits (limit {threshold}).',
      de: 'Das Skript gab trotz Bearbeitungen in {count} Läufen nichts aus (Grenze {threshold}).',
      equal: 'equal.silence',
      tell: ['tell.silent'],
    },
    'verdict.edit-test.trial': {
      en: '{count} edits were answered with the same failure (limit {threshold}).',
      de: '{count} Bearbeitungen wurden mit demselben Fehlschlag beantwortet (Grenze {threshold}).',
      equal: 'equal.trial',
      tell: ['tell.refused-edit', 'tell.error'],
    },
    'verdict.edit-test.copy': {
      en: 'The same failure {count} times (limit {threshold}): the run uses {ran}, but the edits went to {edited}.',
      de: '{count}-mal derselbe Fehlschlag (Grenze {threshold}): Der Lauf verwendet {ran}, bearbeitet wurde aber {edited}.',
      equal: 'equal.outcome',
      next: 'next.copy',
      tell: ['tell.copy'],
    },
    'verdict.edit-test.known': {
      en: 'The last {count} runs after edits failed in ways already seen (limit {threshold}).',
      de: 'Die letzten {count} Läufe nach Bearbeitungen schlugen auf schon bekannte Weise fehl (Grenze {threshold}).',
      equal: 'equal.known',
      tell: ['tell.after-edits'],
    },
    'verdict.edit-test.alternating': {
      en: 'The same failures alternated {count} times despite edits (limit {threshold}).',
      de: 'Dieselben Fehlschläge wechselten sich trotz Bearbeitungen {count}-mal ab (Grenze {threshold}).',
      equal: 'equal.alternating',
      tell: ['tell.after-edits'],
    },
    'equal.alternating': {
      en: 'the order of the runs and their outcomes',
      de: 'die Folge der Läufe und ihre Ausgänge',
    },
    'equal.tests': {
      en: 'the failing tests',
      de: 'die fehlschlagenden Tests',
    },
    'equal.outcome': {
      en: 'the command and its outcome',
      de: 'der Befehl und sein Ausgang',
    },
    'equal.script': {
      en: 'the last error of the agent’s own scripts',
      de: 'der letzte Fehler der eigenen Skripte des Agents',
    },
    'equal.silence': {
      en: 'that nothing was printed',
      de: 'dass nichts ausgegeben wurde',
    },
    'equal.trial': {
      en: 'the failure after each edit',
      de: 'der Fehlschlag nach jeder Bearbeitung',
    },
    'counter.edit-test': {
      en: 'Same tests failing',
      de: 'Gleiche Tests schlagen fehl',
    },
    'next.copy': {
      en: 'Tell it that its edits don’t reach the run: install or rebuild the edited copy, or edit the one that runs.',
      de: 'Sagen Sie ihm, dass seine Bearbeitungen den Lauf nicht erreichen: die bearbeitete Kopie installieren oder neu bauen, oder die bearbeiten, die läuft.',
    },
    'cause.unopened': {
      en: '{call} came out the same {count} times despite edits of {edits}. Its output points to {place}, which none of your calls in this turn names.',
      de: '{call} ergab trotz Bearbeitungen von {edits} {count}-mal dasselbe. Die Ausgabe verweist auf {place}, was keiner deiner Aufrufe in diesem Turn nennt.',
    },
    'tell.unopened': {
      en: 'Open it before the next edit.',
      de: 'Öffne sie vor der nächsten Bearbeitung.',
      cause: 'cause.unopened',
    },
    'cause.after-edits': {
      en: 'Runs came out the same {count} times despite edits of {edits}, most recently with {told}.',
      de: 'Läufe ergaben trotz Bearbeitungen von {edits} {count}-mal dasselbe, zuletzt mit {told}.',
    },
    'tell.after-edits': {
      en: 'Find out why before the next edit: print the values on the way there, and say what you expect and what you see.',
      de: 'Finde heraus, warum, bevor du weiter bearbeitest: Gib die Werte auf dem Weg dorthin aus, und sag, was du erwartest und was du siehst.',
      cause: 'cause.after-edits',
    },
    'cause.silent': {
      en: 'The script printed nothing in {count} runs.',
      de: 'Das Skript gab in {count} Läufen nichts aus.',
    },
    'tell.silent': {
      en: 'Make it print a line at its very start first: it may not run the code that you edit.',
      de: 'Lass es zuerst ganz am Anfang eine Zeile ausgeben: Vielleicht führt es den Code, den du bearbeitest, gar nicht aus.',
      cause: 'cause.silent',
    },
    'cause.copy': {
      en: 'The run uses {ran}, but the edits went to {edited}.',
      de: 'Der Lauf verwendet {ran}, bearbeitet wurde aber {edited}.',
    },
    'tell.copy': {
      en: 'Make the edits reach the run: install or rebuild the edited copy (in Python: editable, or with PYTHONPATH), or edit the one that runs.',
      de: 'Sorg dafür, dass die Bearbeitungen den Lauf erreichen: Installiere oder bau die bearbeitete Kopie neu (in Python: editierbar oder mit PYTHONPATH), oder bearbeite die, die läuft.',
      cause: 'cause.copy',
    },
  },
  thresholds: {
    'balanced.equalTests': {
      default: 4,
      min: 2,
      max: 50,
      unit: 'times',
      group: 'edits',
      name: 'counter.edit-test',
      text: {
        en: 'A turn has stalled when the same tests fail in this many runs despite edits.',
        de: 'Ein Turn gilt als festgefahren, wenn in so vielen Läufen trotz Bearbeitungen dieselben Tests fehlschlagen.',
      },
    },
    'balanced.equalRuns': {
      default: 5,
      min: 3,
      max: 50,
      unit: 'times',
      group: 'edits',
      title: { en: 'Same failing run', de: 'Gleicher fehlschlagender Lauf' },
      text: {
        en: 'A turn has stalled when one command fails with the same output in this many runs despite edits.',
        de: 'Ein Turn gilt als festgefahren, wenn ein Befehl in so vielen Läufen trotz Bearbeitungen mit derselben Ausgabe fehlschlägt.',
      },
    },
  },
  hears: ['turn-start', 'outside', 'step-end'],
  start: (session: Session, thresholds: Thresholds, { recent }: DetectorContext) =>
    new EditTestRun(session, recent, thresholds),
});
