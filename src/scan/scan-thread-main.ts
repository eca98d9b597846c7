/** The thread that judges logs: see scan-thread.ts. */
import { parentPort } from 'node:worker_threads';
import type { Surroundings } from '../agents/agent.js';
import { listStoredLogs } from '../agents/reading/stored-logs.js';
import { judgeLog } from './judge-log.js';
import { Repositories } from './repositories.js';
import type { ScanReply, ScanRequest } from './scan-thread.js';

const repositories = new Repositories();
const nowhere: Surroundings = { env: {}, home: '/', platform: process.platform };

async function answer(request: ScanRequest): Promise<ScanReply> {
  switch (request.kind) {
    case 'list': {
      const { places, since } = request;
      const surroundings = (agent: string): Surroundings => places[agent] ?? nowhere;
      return { kind: 'listed', found: await listStoredLogs({ surroundings }, since) };
    }
    case 'judge':
      return { kind: 'judged', judged: await judgeLog(request.log, { ...request, repositories }) };
    case 'end':
      process.exit();
  }
}

parentPort?.on('message', (request: ScanRequest) => {
  // what it throws ends the thread, which is its answer
  void answer(request).then((reply) => parentPort?.postMessage(reply));
});
