/** Permission prompts that hooks tell without a call: their call is found, and what is answered at once is never shown. */
import assert from 'node:assert/strict';
import { LiveMerge } from '../../../src/agents/live/live-merge.js';
import { readHook as readClaude } from '../../../src/agents/claude-code/payload.js';
import { isProblem, type Source } from '../../../src/agents/agent.js';
import type { JsonObject, TurnEvent } from '../../../src/core/events.js';

const session = 'S';
const T = 1_700_000_000_000;
const payload = { session_id: session, cwd: '/w', prompt_id: 'p' };

/** What comes out of Claude Code's hooks and transcript: waits only, each with the milliseconds since the beginning. */
class Prompts {
  readonly told: string[] = [];
  private readonly merge = new LiveMerge({ compaction: 'log', remindedAfter: 10_000 });
  private now = T;

  /** The clock goes on, and what was held back comes when it is due. */
  at(ms: number): this {
    for (let due = this.merge.nextDue(); due !== undefined && due <= T + ms;) {
      this.now = Math.max(this.now, due);
      this.tell(this.merge.due(this.now));
      due = this.merge.nextDue();
    }
    this.now = T + ms;
    return this;
  }
  hook(event: string, more: JsonObject = {}): this {
    const read = readClaude({ ...payload, hook_event_name: event, ...more }, this.now);
    assert.ok(!isProblem(read), JSON.stringify(read));
    return this.take('hook', read.events);
  }
  call(call: string, tool: string, input: JsonObject): this {
    return this.log({ v: 1, session, at: this.now, type: 'tool.call', call, tool, input });
  }
  result(call: string): this {
    const result = { type: 'tool.result', ok: true, output: '' } as const;
    return this.log({ v: 1, session, at: this.now, call, ...result });
  }
  asks(command: string, more: JsonObject = {}): this {
    return this.hook('PermissionRequest', {
      tool_name: 'Bash',
      tool_input: { command, description: 'x' },
      ...more,
    });
  }
  log(event: TurnEvent): this {
    return this.take('log', [event]);
  }
  private take(source: Source, events: readonly TurnEvent[]): this {
    this.tell(this.merge.pass(source, events, this.now));
    return this;
  }
  private tell(events: readonly TurnEvent[]): void {
    for (const event of events) {
      if (event.type === 'waiting' || event.type === 'resumed') {
        const child = event.session === session ? '' : ` in ${event.session}`;
        const what = `${event.type} ${event.for ?? ''} ${event.call ?? '-'}${child}`;
        this.told.push(`${this.now - T} ${what}`);
      }
    }
  }
}
const prompts = (): Prompts => new Prompts();
const shell = (command: string): JsonObject => ({ command, description: 'x' });

describe('a permission prompt that a hook tells without its call', () => {
  it('waits for the call within a second, and until its reminder does not come', () => {
    const asked = prompts().call('a', 'Bash', shell('make')).at(100).asks('make').at(9000);
    assert.deepEqual(asked.told, ['400 waiting permission a']);
    // nobody was reminded after six seconds: it was answered, and the call runs
    assert.deepEqual(asked.at(60_000).told.slice(1), ['10100 resumed permission a']);
  });

  it('is not reminded of by a sub-agent’s provider, which makes that wait', () => {
    const asked = prompts().call('a', 'Bash', shell('make')).asks('make').at(900);
    asked.log({ v: 1, session: 'S', at: T + 900, type: 'waiting', for: 'limit' });
    assert.deepEqual(asked.told, ['300 waiting permission a', '900 waiting limit -']);
  });

  it('is believed once the agent has reminded of it, and told anew by a late reminder', () => {
    const reminder = { notification_type: 'permission_prompt' };
    const asked = prompts().call('a', 'Bash', shell('make')).asks('make').at(6100);
    asked.hook('Notification', reminder).at(3_600_000);
    assert.deepEqual(asked.told, ['300 waiting permission a']);
    const late = prompts().call('a', 'Bash', shell('make')).asks('make').at(12_000);
    assert.deepEqual(late.hook('Notification', reminder).told, [
      '300 waiting permission a',
      '10000 resumed permission a',
      '12000 waiting permission a',
    ]);
    const alone = prompts().hook('Notification', reminder);
    assert.deepEqual(alone.told, ['0 waiting permission -'], 'hooks of an earlier version');
  });

  it('is nothing if it was answered at once, also where the hook comes after the result', () => {
    const rule = prompts().call('a', 'Bash', shell('make')).asks('make').at(200).result('a');
    assert.deepEqual(rule.at(60_000).told, []);
    const late = prompts().call('a', 'Bash', shell('make')).at(50).result('a').at(90).asks('make');
    assert.deepEqual(late.at(60_000).told, []);
    const over = prompts().call('a', 'Bash', shell('make')).asks('make');
    over.log({ v: 1, session, at: T + 1, type: 'turn.end', reason: 'interrupted' });
    assert.deepEqual(over.at(60_000).told, []);
  });

  it('is that of its own call among several, by its input', () => {
    const both = prompts()
      .call('a', 'Bash', shell('ls'))
      .call('b', 'Bash', shell('make'))
      .call('c', 'Read', { file_path: '/w/a' })
      .asks('make')
      .at(500);
    assert.deepEqual(both.told, ['300 waiting permission b']);
    assert.deepEqual(both.asks('ls').at(900).told.slice(1), ['800 waiting permission a']);
  });

  it('learns its call from a transcript that comes later', () => {
    const asked = prompts().asks('make').at(400).call('a', 'Bash', shell('make'));
    assert.deepEqual(asked.told, ['300 waiting permission -', '400 waiting permission a']);
  });

  it('is a question where the tool asks one, whatever the hook says of its input, and needs no reminder', () => {
    const plan = prompts()
      .call('a', 'ExitPlanMode', { plan: 'Do it' })
      .hook('PermissionRequest', { tool_name: 'ExitPlanMode', tool_input: {} })
      .at(60_000);
    assert.deepEqual(plan.told, ['300 waiting input a']);
  });

  it('is its sub-agent’s, also when the reminder names the main session', () => {
    const asked = prompts()
      .asks('make', { agent_id: 'a1', agent_type: 'Explore' })
      .at(6000)
      .hook('Notification', { notification_type: 'permission_prompt' })
      .at(60_000);
    assert.deepEqual(asked.told, ['300 waiting permission - in S/a1']);
  });
});
