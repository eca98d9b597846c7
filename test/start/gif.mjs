// Frames of a screen as one looping GIF: one palette for all, and of each frame only the pixels that changed.
import gifenc from 'gifenc';
import pngjs from 'pngjs';

const { GIFEncoder, applyPalette, quantize } = gifenc;
/** The last place of a palette of 128 colours, which are enough for text on a few surfaces: "as before". */
const TRANSPARENT = 127;
/** How many frames the palette is made from, spread over the film. */
const SAMPLES = 8;

/** `frames`: `{ png, ms }` of one size, `ms` its duration. Returns the file's bytes, size and duration. */
export function gif(frames) {
  const shots = joined(frames.map(({ png, ms }) => ({ ...pngjs.PNG.sync.read(png), ms })));
  const { width, height } = shots[0];
  const palette = quantize(sample(shots), TRANSPARENT);
  const encoder = GIFEncoder();
  let before;
  for (const { data, ms } of shots) {
    const index = applyPalette(data, palette);
    const changed = before
      ? index.map((color, i) => (color === before[i] ? TRANSPARENT : color))
      : index;
    encoder.writeFrame(changed, width, height, {
      palette: before
        ? undefined
        : [...palette, ...Array(TRANSPARENT + 1 - palette.length).fill([0, 0, 0])],
      transparent: before !== undefined,
      transparentIndex: TRANSPARENT,
      dispose: 1,
      delay: ms,
    });
    before = index;
  }
  encoder.finish();
  return {
    bytes: encoder.bytes(),
    width,
    height,
    frames: shots.length,
    ms: shots.reduce((sum, { ms }) => sum + ms, 0),
  };
}

/** Merges equal successive frames. */
function joined(shots) {
  const kept = [];
  for (const shot of shots) {
    const last = kept.at(-1);
    if (last && Buffer.compare(last.data, shot.data) === 0) {
      last.ms += shot.ms;
    } else {
      kept.push(shot);
    }
  }
  return kept;
}

/** The pixels of some frames, one after the other. */
function sample(shots) {
  const every = Math.max(1, Math.ceil(shots.length / SAMPLES));
  return new Uint8Array(
    Buffer.concat(
      shots.filter((_, i) => i % every === 0 || i === shots.length - 1).map(({ data }) => data),
    ),
  );
}
