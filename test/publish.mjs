// Publishes what `npm run package` makes: dist/turnwatch.vsix on the Marketplace and on Open VSX, the command line on npm.
//   npm run publish                with the tokens VSCE_PAT, OVSX_PAT and NPM_TOKEN; what is there already in this version is left alone
//   npm run publish -- --dry-run   all tools do all their work, but send the package to a stand-in on loopback
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

const FILE = 'dist/turnwatch.vsix';
const { values } = parseArgs({ options: { 'dry-run': { type: 'boolean', default: false } } });
const dryRun = values['dry-run'];
const { publisher, name, version } = JSON.parse(readFileSync('package.json', 'utf8'));

// with `./`, or npm takes it for a repository
const NPM_FILE = `./dist/turnwatch-cli-${version}.tgz`;

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
await (dryRun ? rehearseNpm() : verifyNpm());
for (const registry of dryRun ? [] : registries) {
  await run(registry, ['publish', '--packagePath', FILE, '--skip-duplicate']);
}
if (!dryRun) {
  await publishOnNpm();
}
if (dryRun) {
  console.log(
    'Not checked without an account: whether the tokens may publish, whether the names are free, and what each registry looks for after the upload.',
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

/** As `verify`. */
async function verifyNpm() {
  if (!process.env.NPM_TOKEN) {
    fail('npm: NPM_TOKEN is not set');
  }
  await npm(await npmRegistry(), process.env.NPM_TOKEN, ['whoami']);
}

/** npm refuses a version that is there: that one is left alone. */
async function publishOnNpm() {
  const registry = await npmRegistry();
  const { name: cli } = JSON.parse(readFileSync('dist/cli/package.json', 'utf8'));
  const there = await output(['view', `${cli}@${version}`, 'version', '--registry', registry]);
  if (there.trim() === version) {
    console.log(`npm: ${cli} ${version} is there already`);
    return;
  }
  await npm(registry, process.env.NPM_TOKEN, ['publish', NPM_FILE]);
}

async function rehearseNpm() {
  const { server, address, uploads } = await standIn();
  try {
    await npm(`${address}/`, 'dry-run', ['publish', NPM_FILE]);
  } finally {
    server.closeAllConnections();
    server.close();
  }
  const { _attachments: files = {} } = JSON.parse(uploads.at(-1)?.toString() ?? '{}');
  const packages = Object.values(files).map(({ data }) => Buffer.from(data, 'base64'));
  if (packages.length !== 1 || !packages[0].equals(readFileSync(NPM_FILE))) {
    fail(`npm: it did not upload ${NPM_FILE} as it is`);
  }
  console.log('npm: accepted by its tool and uploaded whole to a stand-in.\n');
}

/** The one that npm is set to. */
async function npmRegistry() {
  return (await output(['config', 'get', 'registry'])).trim();
}

/** The token is in a file of its own for as long as npm runs. */
async function npm(registry, token, args) {
  const folder = mkdtempSync(join(tmpdir(), 'turnwatch-npm-'));
  let code;
  try {
    const settings = join(folder, 'npmrc');
    const { host, pathname } = new URL(registry);
    writeFileSync(settings, `//${host}${pathname}:_authToken=${token}\n`, { mode: 0o600 });
    console.log(`npm${dryRun ? ', dry run' : ''}: npm ${args.join(' ')}`);
    const child = spawn('npm', [...args, '--registry', registry, '--userconfig', settings], {
      stdio: ['ignore', 'inherit', 'inherit'],
      shell: process.platform === 'win32',
    });
    code = await new Promise((done) => {
      child.once('error', (error) => done(error.message)).once('exit', done);
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
  if (code !== 0) {
    fail(`npm: it ended with ${code}`);
  }
}

/** What npm prints; empty where it fails. */
async function output(args) {
  const child = spawn('npm', args, {
    stdio: ['ignore', 'pipe', 'ignore'],
    shell: process.platform === 'win32',
  });
  let text = '';
  child.stdout.setEncoding('utf8').on('data', (piece) => (text += piece));
  await new Promise((done) => child.once('error', done).once('close', done));
  return text;
}

/** All registries, as far as their tools ask them before and during an upload. */
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
