/** Collects every text for people from the sources: all that has to be translated. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { isObject } from '../../../src/core/json.js';
import { hookTexts } from '../../../src/agents/install/command-lines.js';
import { thresholdTextsById } from '../../../src/core/thresholds/texts.js';
import { reportTexts } from '../../../src/core/ledger/report.js';
import { shareTexts } from '../../../src/core/view/report/turn-summary.js';
import { personTexts } from '../../../src/core/view/words/wording.js';
import { pageTexts } from '../../../src/protocol/page-texts.js';
import { panelTexts } from '../../../src/protocol/thresholds.js';

export interface SourceText {
  english: string;
  /** The file, and where in it. */
  where: string;
}

/** Where `vscode.l10n.t` may be given something else than a literal: it localises the tables below. */
const localiser = 'src/host/view/texts.ts';

/** The texts of the running extension: keys of `bundle.l10n.*.json`. */
export function bundleTexts(): SourceText[] {
  // two tables may use the same id: one must not hide the other's text
  const tables = [
    personTexts,
    pageTexts,
    panelTexts,
    shareTexts,
    reportTexts,
    hookTexts,
    thresholdTextsById(),
  ]
    .flatMap((table) => Object.entries(table))
    .map(([id, english]) => ({ english, where: id }));
  return [
    ...sourceFiles('src')
      .filter((file) => file !== localiser)
      .flatMap(literalsOf),
    ...tables,
  ];
}

/** A flat JSON file of texts. */
export function strings(file: string): Record<string, string> {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  if (!isObject(value)) {
    throw new Error(`${file} holds no object`);
  }
  return Object.fromEntries(
    Object.entries(value).map(([key, text]) => {
      if (typeof text !== 'string') {
        throw new Error(`${file}: ${key} is no text`);
      }
      return [key, text];
    }),
  );
}

function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name))
    .map((name) => join(folder, name).replaceAll('\\', '/'));
}

/** The first arguments of `l10n.t`; anything but a literal is an error, because it could not be collected. */
function literalsOf(file: string): SourceText[] {
  const source = ts.createSourceFile(
    file,
    readFileSync(file, 'utf8'),
    ts.ScriptTarget.Latest,
    true,
  );
  const found: SourceText[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && /(^|\.)l10n\.t$/.test(node.expression.getText(source))) {
      const [text] = node.arguments;
      const where = `${file}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
      if (!text || !ts.isStringLiteralLike(text)) {
        throw new Error(`${where}: l10n.t is not given a literal`);
      }
      found.push({ english: text.text, where });
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return found;
}
