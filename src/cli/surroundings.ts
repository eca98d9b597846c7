/** The person's machine, as a terminal sees it. */
import { homedir } from 'node:os';
import type { AgentHomes, Surroundings } from '../agents/agent.js';

export function surroundings(): Surroundings {
  return {
    env: process.env,
    home: homedir(),
    platform: process.platform,
    ...(process.platform === 'linux' && { processes: '/proc' }),
  };
}

/** The same for every agent. */
export const homes: AgentHomes = { surroundings };
