/** The scripts' calls, which are Claude Code's, as calls of the tools that a request offers: by names and fields that mean the same. */
import { isObject } from '../../../src/core/json.js';
import type { Block } from '../harness/scripts.js';

/** A tool on offer; `fields`: of its input, by name a value that it takes. */
export interface OfferedTool {
  name: string;
  fields: ReadonlyMap<string, unknown>;
  required: readonly string[];
}

const tools: Readonly<Record<string, readonly string[]>> = {
  Bash: [
    'bash',
    'shell',
    'run_shell_command',
    'exec_command',
    'shell_command',
    'run_in_terminal',
    'run_terminal_command',
    'execute',
  ],
  Read: ['read', 'read_file', 'view'],
  Write: ['write', 'write_file', 'create', 'create_file'],
  Edit: ['edit', 'replace', 'str_replace', 'edit_file', 'replace_string_in_file', 'search_replace'],
};
const fields: Readonly<Record<string, readonly string[]>> = {
  file_path: ['filepath', 'path', 'absolutepath', 'targetfile'],
  old_string: ['oldstring', 'oldstr', 'old'],
  new_string: ['newstring', 'newstr', 'new'],
  command: ['cmd'],
  content: ['filetext'],
};

/** Throws where no tool on offer does what the call asks for. */
export function fitted(block: Block, offered: readonly OfferedTool[]): Block {
  if (block.type === 'text') {
    return block;
  }
  const names = [block.name, ...(tools[block.name] ?? [])].map(plain);
  const tool = offered.find(({ name }) => names.includes(plain(name)));
  if (tool === undefined) {
    throw new Error(
      `no tool for ${block.name} among ${offered.map(({ name }) => name).join(', ')}`,
    );
  }
  const input: Record<string, unknown> = {};
  for (const [field, value] of Object.entries(block.input)) {
    const known = [field, ...(fields[field] ?? [])].map(plain);
    const own = [...tool.fields.keys()].find((name) => known.includes(plain(name)));
    if (own !== undefined) {
      input[own] = value;
    }
  }
  for (const field of tool.required) {
    input[field] ??= tool.fields.get(field);
  }
  return { ...block, name: tool.name, input };
}

function filler(schema: unknown): unknown {
  const { type, enum: choices, anyOf } = isObject(schema) ? schema : {};
  if (Array.isArray(choices)) {
    return choices[0];
  }
  // in a strict schema a field that may be left out is required, and null
  if (Array.isArray(anyOf) && anyOf.some((each) => isObject(each) && each['type'] === 'null')) {
    return null;
  }
  switch (type) {
    case 'boolean':
      return false;
    case 'number':
    case 'integer':
      return 1;
    default:
      return 'as scripted';
  }
}

function plain(name: string): string {
  return name.replaceAll(/[_-]/g, '').toLowerCase();
}

/** A JSON schema of an input, read. */
export function offeredTool(name: string, schema: unknown): OfferedTool {
  const { properties, required } = isObject(schema) ? schema : {};
  return {
    name,
    required: Array.isArray(required) ? required.filter((each) => typeof each === 'string') : [],
    fields: new Map(
      Object.entries(isObject(properties) ? properties : {}).map(([field, each]) => [
        field,
        filler(each),
      ]),
    ),
  };
}
