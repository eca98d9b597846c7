// The notices that the licenses of bundled packages ask for, gathered from what was bundled.
import { readFileSync, readdirSync } from 'node:fs';

/** Licenses that let their code be part of a program under any license, if it is named. */
const accepted = new Set(['0BSD', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'ISC', 'MIT']);
const packageFolder = /^.*node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/;
const licenseFile = /^(?:licen[cs]e|copying|notice)/i;

/** @param metafiles of esbuild @throws if a package has a license that is not accepted */
export function thirdPartyNotices(metafiles) {
  const folders = new Set(
    metafiles.flatMap(({ inputs }) =>
      Object.keys(inputs).flatMap((file) => packageFolder.exec(file)?.[0] ?? []),
    ),
  );
  const named = new Map();
  for (const { name, text } of [...folders].map(readNotice)) {
    named.set(text, (named.get(text) ?? new Set()).add(name));
  }
  return [...named]
    .map(([text, names]) => `${[...names].sort().join('\n')}\n\n${text}`)
    .sort()
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/** Many packages share one text. */
function readNotice(folder) {
  const { name, version, license } = JSON.parse(readFileSync(`${folder}/package.json`, 'utf8'));
  if (!accepted.has(license)) {
    throw new Error(`${name} has the license ${license}`);
  }
  const texts = readdirSync(folder).filter((file) => licenseFile.test(file));
  return {
    name: `${name} ${version} (${license})`,
    text: texts.map((file) => `${readFileSync(`${folder}/${file}`, 'utf8').trim()}\n`).join('\n'),
  };
}
