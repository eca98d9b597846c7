// Who may import whom, and what keeps core pure: the one table, as lint rules. The directions are those of the README's map.
import { posix, relative, resolve, sep } from 'node:path';

const anything = /./;
const nothing = /^$/;
const node = /^node:/;
const toolkit = /^@vscode\/webview-ui-toolkit(\/|$)/;

/**
 * What each layer may import besides itself: folders and files of ours, and packages by name.
 * A file belongs to the longest `path` that holds it.
 */
export const layers = [
  { path: 'src/core/', ours: [], packages: /^(?:diff|shell-quote|strip-ansi)$/ },
  {
    path: 'src/agents/',
    ours: ['src/core/', 'src/bounded-files.ts'],
    packages: /^(?:node:.*|jsonc-parser|valibot)$/,
  },
  {
    path: 'src/workspace/',
    ours: ['src/core/', 'src/bounded-files.ts'],
    packages: /^(?:node:.*|simple-git)$/,
  },
  {
    path: 'src/logs/',
    ours: ['src/core/', 'src/event-loop.ts', 'src/bounded-files.ts'],
    packages: node,
  },
  {
    path: 'src/storage/',
    ours: ['src/core/', 'src/logs/', 'src/event-loop.ts', 'src/bounded-files.ts'],
    packages: /^(?:node:.*|valibot)$/,
  },
  {
    path: 'src/relay/',
    ours: ['src/arrivals.ts', 'src/core/', 'src/logs/', 'src/same-secret.ts'],
    packages: node,
  },
  {
    path: 'src/bridge/',
    ours: [
      'src/arrivals.ts',
      'src/core/',
      'src/event-loop.ts',
      'src/same-secret.ts',
      'src/bounded-files.ts',
    ],
    packages: /^(?:node:.*|valibot)$/,
  },
  {
    path: 'src/live/',
    ours: [
      'src/same-secret.ts',
      'src/core/',
      'src/agents/',
      'src/workspace/',
      'src/logs/',
      'src/storage/',
      'src/bridge/',
      'src/protocol/',
      'src/event-loop.ts',
      'src/scheduling.ts',
      'src/bounded-files.ts',
    ],
    packages: node,
  },
  {
    path: 'src/scan/',
    ours: ['src/core/', 'src/agents/', 'src/workspace/'],
    packages: node,
  },
  {
    path: 'src/telemetry/',
    ours: ['src/core/', 'src/scheduling.ts'],
    packages: /^(?:node:.*|@opentelemetry\/.*)$/,
  },
  {
    path: 'src/host/',
    ours: [
      'src/core/',
      'src/agents/',
      'src/workspace/',
      'src/logs/',
      'src/storage/',
      'src/relay/',
      'src/bridge/',
      'src/protocol/',
      'src/live/',
      'src/scan/',
      'src/telemetry/',
      'src/event-loop.ts',
      'src/scheduling.ts',
      'src/run-to-end.ts',
      'src/ids.ts',
      'src/bounded-files.ts',
    ],
    packages: anything,
  },
  {
    path: 'src/cli/',
    ours: [
      'src/core/',
      'src/agents/',
      'src/workspace/',
      'src/logs/',
      'src/bridge/',
      'src/protocol/',
      'src/live/',
      'src/scan/',
      'src/telemetry/',
      'src/scheduling.ts',
      'src/run-to-end.ts',
      'src/bounded-files.ts',
    ],
    packages: /^(?:node:.*|diff)$/,
  },
  { path: 'src/ids.ts', ours: [], packages: nothing },
  { path: 'src/event-loop.ts', ours: [], packages: nothing },
  { path: 'src/arrivals.ts', ours: [], packages: node },
  { path: 'src/bounded-files.ts', ours: [], packages: node },
  { path: 'src/scheduling.ts', ours: [], packages: nothing },
  { path: 'src/same-secret.ts', ours: [], packages: node },
  { path: 'src/run-to-end.ts', ours: ['src/core/'], packages: node },
  { path: 'src/protocol/', ours: ['src/core/'], packages: nothing },
  { path: 'src/extension.ts', ours: ['src/'], packages: anything },
  {
    path: 'webview/',
    ours: ['src/protocol/', 'src/core/'],
    packages: /^(?:markdown-it|preact(?:\/hooks)?)$/,
  },
  { path: 'webview/ui/toolkit-button.ts', ours: ['webview/ui/'], packages: toolkit },
  { path: 'webview/ui/toolkit-fields.ts', ours: ['webview/ui/'], packages: toolkit },
];

/** Folders of `src/agents` that all agents share. */
const sharedByAgents = new Set(['install', 'live', 'reading']);
/** Agents built from another's source read and steer with its code: they may import from its folder. */
const builtFrom = new Map([['kilo', 'opencode']]);

/**
 * Why a file may not import a module; undefined if it may.
 * @param path the importing file, from the project's folder, with `/`
 * @param specifier the module as the file names it
 */
export function complaintAbout(path, specifier) {
  const layer = layerOf(path);
  if (layer === undefined) {
    return `${path} belongs to no layer`;
  }
  return isAllowed(layer, path, specifier) ? undefined : `${path} imports ${specifier}`;
}

function layerOf(path) {
  return layers
    .filter((l) => path === l.path || (l.path.endsWith('/') && path.startsWith(l.path)))
    .sort((one, other) => other.path.length - one.path.length)[0];
}

function isAllowed(layer, path, specifier) {
  if (!specifier.startsWith('.')) {
    return layer.packages.test(specifier);
  }
  const target = posix.join(posix.dirname(path), specifier).replace(/\.js$/, '.ts');
  const [agent, neighbour] = [agentOf(path), agentOf(target)];
  if (agent !== undefined && neighbour !== undefined) {
    return agent === neighbour || builtFrom.get(agent) === neighbour;
  }
  return [layer.path, ...layer.ours].some(
    (place) => target === place || (place.endsWith('/') && target.startsWith(place)),
  );
}

/** An agent's folder knows core and what agents share, and of other agents only the one that it is built from. */
function agentOf(path) {
  const folder = /^src\/agents\/([^/]+)\//.exec(path)?.[1];
  return folder === undefined || sharedByAgents.has(folder) ? undefined : folder;
}

const imports = {
  meta: { schema: [], messages: { direction: '{{complaint}}' } },
  create(context) {
    const path = relative(context.cwd, resolve(context.cwd, context.filename)).split(sep).join('/');
    const check = ({ source }) => {
      if (typeof source?.value !== 'string') {
        return;
      }
      const complaint = complaintAbout(path, source.value);
      if (complaint !== undefined) {
        context.report({ node: source, messageId: 'direction', data: { complaint } });
      }
    };
    return {
      Program(node) {
        if (layerOf(path) === undefined) {
          context.report({
            node,
            messageId: 'direction',
            data: { complaint: complaintAbout(path, '') },
          });
        }
      },
      ImportDeclaration: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
    };
  },
};

/** ESLint's plugin `layers`. */
export const plugin = { meta: { name: 'layers' }, rules: { imports } };

/**
 * Core's input is all that it may depend on. Timers, `process`, `document` and the like do not compile there (src/core/tsconfig.json);
 * these are part of the language.
 */
export const pureCore = {
  'no-restricted-properties': [
    'error',
    ...[
      ['Date', 'now'],
      ['Math', 'random'],
    ].map(([object, property]) => ({
      object,
      property,
      message: 'core has no clock and no chance: both arrive with events.',
    })),
  ],
  'no-restricted-syntax': [
    'error',
    {
      selector: ":matches(NewExpression, CallExpression)[callee.name='Date'][arguments.length=0]",
      message: 'core has no clock: time arrives with events.',
    },
  ],
};
