/** Lines that frame an agent's outputs are learned from those of several programs. */
import assert from 'node:assert/strict';
import { FrameLines } from '../../../src/core/identity/frame-lines.js';

/** The texts that are left of outputs, in order. */
function unframed(outputs: readonly (readonly [source: string, text: string])[]): string[] {
  const lines = new FrameLines();
  return outputs.map(([source, text]) => lines.unframed(text, source));
}

const programs = ['ls', 'cat', 'grep', 'node', 'ls'];

describe('frame lines', () => {
  it('leaves out a numbered first line once the outputs of three programs had it', () => {
    const texts = unframed(programs.map((name, i) => [name, `[exec #${i + 7}]\nof ${name}`]));
    assert.deepEqual(texts, [
      '[exec #7]\nof ls',
      '[exec #8]\nof cat',
      'of grep',
      'of node',
      'of ls',
    ]);
  });

  it('leaves out last lines, and two of each edge', () => {
    const frame = (name: string, i: number): string =>
      `--- cell 0a${i} ---\ntook ${i} ms\n${name}\n(run_${(i * 7919).toString(16)}1)\n>>> ${i} in`;
    const texts = unframed(programs.map((name, i) => [name, frame(name, i)]));
    assert.deepEqual(texts.slice(2), ['grep', 'node', 'ls']);
  });

  it('leaves nothing of an output that is only a frame', () => {
    const texts = unframed(
      programs.map((name, i) => [name, i < 3 ? `#${i} of job\nx` : `#${i} of job`]),
    );
    assert.deepEqual(texts.slice(3), ['', '']);
  });

  it('keeps a line that one program prints all the time', () => {
    const texts = unframed([1, 2, 3, 4].map((i) => ['ls', `sum ${i}0\na.ts`]));
    assert.deepEqual(texts, ['sum 10\na.ts', 'sum 20\na.ts', 'sum 30\na.ts', 'sum 40\na.ts']);
  });

  it('keeps a line that only some outputs have in common', () => {
    const texts = unframed([
      ['cat', 'const a1 = 4;\nx'],
      ['npm', 'installed'],
      ['sed', 'const a2 = 5;\ny'],
      ['node', 'ready'],
      ['awk', 'const a3 = 6;\nz'],
    ]);
    assert.equal(texts.at(-1), 'const a3 = 6;\nz');
  });

  it('keeps lines that count results, whatever program they are from', () => {
    const texts = unframed(programs.map((name, i) => [name, `${name}\n${i} passed, 3 failing`]));
    assert.equal(texts.at(-1), 'ls\n4 passed, 3 failing');
  });

  it('keeps lines without numbers, which repeat anyway', () => {
    const texts = unframed(programs.map((name) => [name, `Observation:\n${name}`]));
    assert.equal(texts.at(-1), 'Observation:\nls');
  });
});
