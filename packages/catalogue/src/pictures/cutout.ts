import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import sharp from 'sharp';
import type { LookId } from '../colours.ts';
import { ORIGINAL } from '../colours.ts';
import { type ArtId, getArt } from './arts.ts';
import { type Pixels, recolour } from './recolour.ts';

/** An object cut out and trimmed, in one look. `base` is where it touches the floor: left and right edge, 0..1. */
export interface Cutout extends Pixels {
  base: { left: number; right: number };
  /** `pad`: the soft edge round the outline, in parts of the longer side. */
  shadow: { data: Uint8Array; width: number; height: number; pad: number };
}

const ASSETS = join(dirname(createRequire(import.meta.url).resolve('@lobehub/fluent-emoji-3d/package.json')), 'assets');
const KEPT = 160;
const cutouts = new Map<string, Promise<Cutout>>();

export function artFile(art: ArtId): string {
  return join(ASSETS, `${getArt(art).file}.webp`);
}

/** The art as RGBA pixels, trimmed to what can be seen. */
export async function readArt(art: ArtId): Promise<Pixels> {
  const { data, info } = await sharp(artFile(art)).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  let [left, top, right, bottom] = [info.width, info.height, 0, 0];
  for (let y = 0; y < info.height; y += 1) {
    for (let x = 0; x < info.width; x += 1) {
      if ((data[(y * info.width + x) * 4 + 3] ?? 0) < 24) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  const [width, height] = [right - left + 1, bottom - top + 1];
  const cut = new Uint8Array(width * height * 4);
  for (let y = 0; y < height; y += 1) {
    const from = ((y + top) * info.width + left) * 4;
    cut.set(data.subarray(from, from + width * 4), y * width * 4);
  }
  return { data: cut, width, height };
}

/** Left and right edge of the lowest tenth of the object: as wide as its shadow on the floor. */
function baseOf({ data, width, height }: Pixels): Cutout['base'] {
  let [left, right] = [width, 0];
  for (let y = Math.floor(height * 0.93); y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      if ((data[(y * width + x) * 4 + 3] ?? 0) < 128) continue;
      left = Math.min(left, x);
      right = Math.max(right, x);
    }
  }
  return left > right ? { left: 0.3, right: 0.7 } : { left: left / width, right: (right + 1) / width };
}

/** The object's outline in soft black, small: it is stretched when a lying object throws it on the table. */
async function shadowOf(pixels: Pixels): Promise<Cutout['shadow']> {
  const black = new Uint8Array(pixels.data.length);
  for (let i = 3; i < black.length; i += 4) black[i] = Math.round((pixels.data[i] ?? 0) * 0.5);
  const scale = 72 / Math.max(pixels.width, pixels.height);
  const [w, h] = [Math.max(1, Math.round(pixels.width * scale)), Math.max(1, Math.round(pixels.height * scale))];
  const pad = 12;
  const { data, info } = await sharp(black, { raw: { width: pixels.width, height: pixels.height, channels: 4 } })
    .resize(w, h, { fit: 'fill' })
    .extend({ top: pad, bottom: pad, left: pad, right: pad, background: { r: 0, g: 0, b: 0, alpha: 0 } })
    .blur(3.2)
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { data, width: info.width, height: info.height, pad: pad / 72 };
}

async function make(art: ArtId, look: LookId): Promise<Cutout> {
  const plain = await readArt(art);
  const { body } = getArt(art);
  const pixels = look === ORIGINAL || body === undefined ? plain : recolour(plain, body, look);
  return { ...pixels, base: baseOf(pixels), shadow: await shadowOf(pixels) };
}

/** The cutout of an art in a look; the last ones used are kept in memory. */
export function cutout(art: ArtId, look: LookId): Promise<Cutout> {
  const key = `${art}_${look}`;
  const kept = cutouts.get(key);
  if (kept !== undefined) {
    cutouts.delete(key);
    cutouts.set(key, kept);
    return kept;
  }
  const made = make(art, look);
  cutouts.set(key, made);
  made.catch(() => cutouts.delete(key));
  const oldest = cutouts.keys().next().value;
  if (cutouts.size > KEPT && oldest !== undefined) cutouts.delete(oldest);
  return made;
}
