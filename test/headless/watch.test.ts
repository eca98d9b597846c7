/** `turnwatch watch` in a terminal, without VS Code, beside the real agent: it sees the turn stall, and ends with the exit code for that or makes it answer. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { agentName } from '../../src/agents/index.js';
import { untilDeadline } from '../host/harness/window.js';
import { contains } from '../contains.js';
import { skip } from '../skip.js';
import { itInAll } from '../tier.js';
import { makeBox, runAgent, type Sandbox } from '../agents/harness/box.js';
import { finalText, startModel, summary, type Model } from '../agents/harness/model.js';
import { modelFailures, type ModelFailure } from '../agents/harness/model-failures.js';
import { agentProgram } from '../agents/harness/program.js';
import { foldersOf, pointAt, providerAgent, providerAgents } from '../agents/harness/providers.js';
import { bash, say, stalling, stubborn, unwatched } from '../agents/harness/scripts.js';
import { openTerminal, type Terminal } from '../agents/harness/terminal.js';
import { inWorktree, whileMainChanges } from '../agents/harness/worktree.js';
