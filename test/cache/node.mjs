// A Node that is new enough for agents written for Node: this one, or on Linux one from npm.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Unavailable, entry, npm } from './store.mjs';

const NODE = '24.21.0';
/** The highest minimum version of any agent. */
const NEEDED = [22, 19];

let found;

/** @returns {Promise<string>} the program */
export function newNode() {
  return (found ??= find());
}

async function find() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) {
    return process.execPath;
  }
  if (process.platform !== 'linux' || !['x64', 'arm64'].includes(process.arch)) {
    throw new Unavailable(
      `agents written for Node need ${NEEDED.join('.')} or later, this is ${process.versions.node}`,
    );
  }
  const name = `node-linux-${process.arch}`;
  const folder = await entry({
    name: 'node',
    version: NODE,
    fill: async (work) => {
      writeFileSync(join(work, 'package.json'), '{ "private": true }\n');
      await npm(work, ['install', '--ignore-scripts', `${name}@${NODE}`]);
    },
  });
  return join(folder, 'node_modules', name, 'bin/node');
}
