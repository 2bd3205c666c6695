import { COLOURS, type ColourId } from '../colours.ts';
import { hexToLch, hueGap, type Lch, toLch, writeLch } from './oklch.ts';

/**
 * How to find the part of a picture that is dyed: by its strongest hue, by a given hue (reach in degrees), or the pale
 * grey part (from a lightness on; reach is the chroma still taken for grey).
 */
export type Body = 'hue' | 'grey' | { hue: number; reach?: number } | { greyFrom: number; reach?: number };

export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
}

function ramp(value: number, from: number, to: number): number {
  const t = Math.min(1, Math.max(0, (value - from) / (to - from)));
  return t * t * (3 - 2 * t);
}

/** The hue (10 degree steps) that covers most of a picture, weighted by how strong it is. */
function strongestHue({ data }: Pixels): number {
  const bins = new Float64Array(36);
  const lch: Lch = { l: 0, c: 0, h: 0 };
  for (let i = 0; i < data.length; i += 16) {
    if ((data[i + 3] ?? 0) < 128) continue;
    toLch(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, lch);
    if (lch.c < 0.03) continue;
    const bin = Math.floor(lch.h / 10) % 36;
    bins[bin] = (bins[bin] ?? 0) + lch.c;
  }
  let best = 0;
  let most = -1;
  for (let i = 0; i < 36; i += 1) {
    const sum = (bins[i] ?? 0) + 0.6 * ((bins[(i + 1) % 36] ?? 0) + (bins[(i + 35) % 36] ?? 0));
    if (sum > most) [best, most] = [i, sum];
  }
  return best * 10 + 5;
}

/** A weight function: 1 for a pixel of the dyed body, 0 for the rest. */
function weigher(pixels: Pixels, body: Body): (lch: Lch) => number {
  if (body === 'grey' || (typeof body === 'object' && 'greyFrom' in body)) {
    const from = body === 'grey' ? 0.3 : body.greyFrom;
    const reach = body === 'grey' ? 0.08 : (body.reach ?? 0.08);
    return ({ l, c }) => (1 - ramp(c, reach - 0.02, reach + 0.02)) * ramp(l, from - 0.06, from + 0.06);
  }
  const hue = body === 'hue' ? strongestHue(pixels) : body.hue;
  const reach = body === 'hue' ? 45 : (body.reach ?? 45);
  return ({ c, h }) => (1 - ramp(Math.abs(hueGap(hue, h)), reach, reach + 25)) * ramp(c, 0.015, 0.04);
}

/** The weight of every pixel, averaged over its neighbours: the pictures' own compression must not fray the dye's edge. */
function weightMap({ data, width, height }: Pixels, weigh: (lch: Lch) => number): Float32Array {
  const plain = new Float32Array(width * height);
  const lch: Lch = { l: 0, c: 0, h: 0 };
  for (let p = 0, i = 0; p < plain.length; p += 1, i += 4) {
    if ((data[i + 3] ?? 0) < 3) continue;
    plain[p] = weigh(toLch(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, lch));
  }
  const across = new Float32Array(plain.length);
  const map = new Float32Array(plain.length);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const p = y * width + x;
      const here = plain[p] ?? 0;
      across[p] = ((x > 0 ? (plain[p - 1] ?? 0) : here) + here + (x < width - 1 ? (plain[p + 1] ?? 0) : here)) / 3;
    }
  }
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const p = y * width + x;
      const here = across[p] ?? 0;
      map[p] =
        ((y > 0 ? (across[p - width] ?? 0) : here) + here + (y < height - 1 ? (across[p + width] ?? 0) : here)) / 3;
    }
  }
  return map;
}

/** The middle colour of the dyed body, and how much of the picture it covers (0..1). */
export function bodyTone(pixels: Pixels, body: Body): Lch & { cover: number } {
  const weigh = weigher(pixels, body);
  const lch: Lch = { l: 0, c: 0, h: 0 };
  let [sum, seen, l, c, a, b] = [0, 0, 0, 0, 0, 0];
  const { data } = pixels;
  for (let i = 0; i < data.length; i += 16) {
    if ((data[i + 3] ?? 0) < 128) continue;
    seen += 1;
    toLch(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, lch);
    const w = weigh(lch);
    sum += w;
    l += w * lch.l;
    c += w * lch.c;
    a += w * lch.c * Math.cos((lch.h * Math.PI) / 180);
    b += w * lch.c * Math.sin((lch.h * Math.PI) / 180);
  }
  const safe = sum || 1;
  return { l: l / safe, c: c / safe, h: ((Math.atan2(b, a) * 180) / Math.PI + 360) % 360, cover: sum / (seen || 1) };
}

/**
 * Dyes the body of a picture in another colour and leaves straps, soles and screens alone: the body's middle tone
 * moves to the colour's tone, light and shade around it are kept.
 */
export function recolour(pixels: Pixels, body: Body, colour: ColourId): Pixels {
  const from = bodyTone(pixels, body);
  const to = hexToLch(COLOURS[colour][1]);
  const weights = weightMap(pixels, weigher(pixels, body));
  const data = Uint8Array.from(pixels.data);
  const lch: Lch = { l: 0, c: 0, h: 0 };
  const grey = from.c < 0.05;
  const darker = Math.min(1.15, Math.max(0.45, to.l / Math.max(0.2, from.l)));
  const lighter = Math.min(1.15, Math.max(0.35, (1 - to.l) / Math.max(0.12, 1 - from.l)));
  for (let i = 0; i < data.length; i += 4) {
    const w = weights[i / 4] ?? 0;
    if (w < 0.01) continue;
    toLch(data[i] ?? 0, data[i + 1] ?? 0, data[i + 2] ?? 0, lch);
    const gap = lch.l - from.l;
    const l = Math.min(0.985, Math.max(0.06, to.l + gap * (gap < 0 ? darker : lighter)));
    const c = grey ? to.c * (1 - Math.min(0.5, Math.abs(gap))) : to.c * Math.min(1.35, lch.c / from.c);
    const h = to.h + (grey ? 0 : hueGap(from.h, lch.h) * 0.25);
    // Mixed in a/b, not in hue: half a dye between blue and orange is grey, not green.
    const [h0, h1] = [(lch.h * Math.PI) / 180, (h * Math.PI) / 180];
    const a = lch.c * Math.cos(h0) * (1 - w) + c * Math.cos(h1) * w;
    const b = lch.c * Math.sin(h0) * (1 - w) + c * Math.sin(h1) * w;
    lch.l = lch.l * (1 - w) + l * w;
    lch.c = Math.hypot(a, b);
    lch.h = (Math.atan2(b, a) * 180) / Math.PI;
    writeLch(lch, data, i);
  }
  return { ...pixels, data };
}
