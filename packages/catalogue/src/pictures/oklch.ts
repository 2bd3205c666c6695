/** A colour as lightness 0..1, chroma and hue in degrees (OKLCH, Björn Ottosson 2020). */
export interface Lch {
  l: number;
  c: number;
  h: number;
}

const TO_LINEAR = Float32Array.from({ length: 256 }, (_, i) => {
  const v = i / 255;
  return v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4;
});

const STEPS = 4096;
const FROM_LINEAR = Uint8Array.from({ length: STEPS + 1 }, (_, i) => {
  const v = i / STEPS;
  return Math.round(255 * (v <= 0.0031308 ? v * 12.92 : 1.055 * v ** (1 / 2.4) - 0.055));
});

/** The 8-bit value of a linear light 0..1; out of range is clipped. */
function encode(v: number): number {
  const step = v <= 0 ? 0 : v >= 1 ? STEPS : Math.round(v * STEPS);
  return FROM_LINEAR[step] ?? 0;
}

export function toLch(r: number, g: number, b: number, out: Lch): Lch {
  const lr = TO_LINEAR[r] ?? 0;
  const lg = TO_LINEAR[g] ?? 0;
  const lb = TO_LINEAR[b] ?? 0;
  const l = Math.cbrt(0.4122214708 * lr + 0.5363325363 * lg + 0.0514459929 * lb);
  const m = Math.cbrt(0.2119034982 * lr + 0.6806995451 * lg + 0.1073969566 * lb);
  const s = Math.cbrt(0.0883024619 * lr + 0.2817188376 * lg + 0.6299787005 * lb);
  const a = 1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s;
  const bb = 0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s;
  out.l = 0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s;
  out.c = Math.hypot(a, bb);
  out.h = ((Math.atan2(bb, a) * 180) / Math.PI + 360) % 360;
  return out;
}

/** Writes the 8-bit RGB of a colour at `at` of a pixel buffer. */
export function writeLch(colour: Lch, pixels: Uint8Array, at: number): void {
  const angle = (colour.h * Math.PI) / 180;
  const a = colour.c * Math.cos(angle);
  const b = colour.c * Math.sin(angle);
  const l = (colour.l + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const m = (colour.l - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const s = (colour.l - 0.0894841775 * a - 1.291485548 * b) ** 3;
  pixels[at] = encode(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s);
  pixels[at + 1] = encode(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s);
  pixels[at + 2] = encode(-0.0041960863 * l - 0.7034186147 * m + 1.707614701 * s);
}

export function hexToLch(hex: string): Lch {
  const value = Number.parseInt(hex.slice(1), 16);
  return toLch(value >> 16, (value >> 8) & 255, value & 255, { l: 0, c: 0, h: 0 });
}

/** The signed way round the circle from `from` to `to`, in -180..180. */
export function hueGap(from: number, to: number): number {
  return ((to - from + 540) % 360) - 180;
}
