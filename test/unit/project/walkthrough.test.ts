/** The walkthrough's pictures are shipped and its commands exist. */
import assert from 'node:assert/strict';
import { readFileSync, statSync } from 'node:fs';
import { knownAgents } from '../../../src/agents/index.js';
import { isObject } from '../../../src/core/json.js';
import { commands, contextKeys, settings } from '../../../src/ids.js';
import { contains } from '../../contains.js';

function json(file: string): Record<string, unknown> {
  const value: unknown = JSON.parse(readFileSync(file, 'utf8'));
  assert.ok(isObject(value));
  return value;
}

function objects(value: unknown): Record<string, unknown>[] {
  assert.ok(Array.isArray(value));
  return value.filter(isObject);
}

describe('the walkthrough', () => {
  const { contributes } = json('package.json');
  assert.ok(isObject(contributes));
  const texts = json('package.nls.json');
  const steps = objects(contributes['walkthroughs']).flatMap((walkthrough) =>
    objects(walkthrough['steps']),
  );
  const known: string[] = [
    ...Object.values(commands).map((id) => `onCommand:${id}`),
    ...Object.values(contextKeys).map((id) => `onContext:${id}`),
    ...Object.values(settings).map((id) => `onSettingChanged:${id}`),
  ];

  it('has five steps, each done by something that can happen', () => {
    assert.deepEqual(
      steps.map(({ id }) => id),
      ['sample', 'watch', 'connect', 'mode', 'end'],
    );
    for (const { id, completionEvents } of steps) {
      assert.ok(Array.isArray(completionEvents) && completionEvents.length > 0, String(id));
      for (const event of completionEvents) {
        contains(known, String(event));
      }
    }
  });

  it('names some agents as examples, all of which exist', () => {
    for (const file of ['package.nls.json', 'package.nls.de.json']) {
      const [, examples = ''] =
        /: (.*?) (?:or another|oder einen anderen)\./.exec(
          String(json(file)['walkthrough.watch.description']),
        ) ?? [];
      assert.deepEqual(
        examples.split(', ').filter((name) => !knownAgents.some((agent) => agent.name === name)),
        [],
      );
    }
  });

  it('offers commands that exist', () => {
    const offered = steps.flatMap(({ description }) =>
      [
        ...String(texts[String(description).replaceAll('%', '')]).matchAll(/\(command:([\w.]+)\)/g),
      ].map(([, id]) => id),
    );
    assert.equal(offered.length, 5);
    for (const id of offered) {
      assert.ok(
        Object.values(commands).some((each) => each === id),
        id,
      );
    }
  });

  it('has a small picture for every kind of theme, and a text for who cannot see it', () => {
    let bytes = 0;
    for (const { media } of steps) {
      assert.ok(isObject(media) && isObject(media['image']));
      assert.deepEqual(Object.keys(media['image']).sort(), ['dark', 'hc', 'hcLight', 'light']);
      for (const file of Object.values(media['image'])) {
        bytes += statSync(String(file)).size;
      }
      assert.ok(String(texts[String(media['altText']).replaceAll('%', '')]).length > 20);
    }
    assert.ok(bytes < 300_000, `${bytes} bytes`);
  });

  it('is packaged, with the sample that it opens', () => {
    const shipped = readFileSync('.vscodeignore', 'utf8').split('\n');
    contains(shipped, '!media/walkthrough/**');
    contains(shipped, '!media/samples/**');
  });
});
