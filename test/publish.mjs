// Publishes dist/turnwatch.vsix, as `npm run package` makes it, on the Marketplace and on Open VSX.
//   npm run publish                with the tokens VSCE_PAT and OVSX_PAT; what is there already in this version is left alone
//   npm run publish -- --dry-run   both tools do all their work, but send the package to a stand-in on loopback
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const FILE = 'dist/turnwatch.vsix';
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const dryRun = values['dry-run'];
const { publisher, name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

const registries = [
  { title: 'Marketplace', tool: import.meta.resolve('@vscode/vsce/vsce'), token: 'VSCE_PAT' },
  { title: 'Open VSX', tool: import.meta.resolve('ovsx/bin/ovsx'), token: 'OVSX_PAT' },
];

const { GITHUB_REF_TYPE: kind, GITHUB_REF_NAME: tag } = process.env;
if (kind === 'tag' && tag !== `v${version}`) {
  fail(`the tag ${tag} does not name version ${version} of package.json`);
}
if (!dryRun && !readFileSync('CHANGELOG.md', 'utf8').includes(`\n## [${version}]`)) {
  fail(`CHANGELOG.md has no section for version ${version}`);
}
for (const registry of registries) {
  await (dryRun ? rehearse(registry) : verify(registry));
}
for (const registry of dryRun ? [] : registries) {
  await run(registry, ['publish', '--packagePath', FILE, '--skip-duplicate']);
}
if (dryRun) {
  console.log(
    'Not checked without an account: whether the tokens may publish, whether the name is free, and what either registry looks for after the upload.',
  );
}

/** Before anything is published: a token that is missing or wrong must not leave the other registry a version ahead. */
async function verify(registry) {
  if (!process.env[registry.token]) {
    fail(`${registry.title}: ${registry.token} is not set`);
  }
  await run(registry, ['verify-pat', publisher]);
}

/** The tool checks the package and uploads it, all of it, to a stand-in that compares it with the file. */
async function rehearse(registry) {
  const { server, address, uploads } = await standIn();
  try {
    await run(registry, ['publish', '--packagePath', FILE], {
      [registry.token]: 'dry-run',
      VSCE_MARKETPLACE_URL: address,
      OVSX_REGISTRY_URL: address,
    });
  } finally {
    server.closeAllConnections();
    server.close();
  }
  if (uploads.length !== 1 || !uploads[0].equals(readFileSync(FILE))) {
    fail(`${registry.title}: the tool did not upload ${FILE} as it is`);
  }
  console.log(`${registry.title}: accepted by its tool and uploaded whole to a stand-in.\n`);
}

/** Both registries, as far as their tools ask them before and during an upload. */
async function standIn() {
  const uploads = [];
  // what vsce's client asks for: where each of its two resources is
  const location = (id, routeTemplate) => ({
    id,
    area: 'gallery',
    resourceName: 'extensions',
    routeTemplate,
    resourceVersion: 2,
    minVersion: '1.0',
    maxVersion: '7.2',
    releasedVersion: '0.0',
  });
  const locations = [
    location('a41192c8-9525-4b58-bc86-179fa549d80d', '_apis/{area}/{resource}'),
    location(
      'e11ea35a-16fe-4b80-ab11-c4cab88a0966',
      '_apis/{area}/{resource}/{publisherName}/{extensionName}',
    ),
  ];
  const server = createServer((request, response) => {
    const chunks = [];
    request.on('data', (chunk) => chunks.push(chunk));
    request.on('end', () => {
      const answer = (status, body) => {
        response.writeHead(status, { 'content-type': 'application/json' });
        response.end(JSON.stringify(body));
      };
      if (request.method === 'OPTIONS') {
        answer(200, { count: locations.length, value: locations });
      } else if (request.method === 'GET') {
        answer(404, {}); // not published yet
      } else {
        uploads.push(Buffer.concat(chunks));
        answer(201, { namespace: publisher, name, version, targetPlatform: 'universal' });
      }
    });
  });
  await new Promise((ready) => server.listen(0, '127.0.0.1', ready));
  return { server, address: `http://127.0.0.1:${server.address().port}`, uploads };
}

async function run({ title, tool }, args, env = {}) {
  console.log(`${title}${dryRun ? ', dry run' : ''}: ${tool.split('/').at(-1)} ${args.join(' ')}`);
  const child = spawn(process.execPath, [fileURLToPath(tool), ...args], {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { ...process.env, ...env },
  });
  const code = await new Promise((done) => {
    child.once('error', (error) => done(error.message)).once('exit', done);
  });
  if (code !== 0) {
    fail(`${title}: its tool ended with ${code}`);
  }
}

function fail(why) {
  console.error(why);
  process.exit(1);
}
