import fc from 'fast-check';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import { drawSvg } from '../testing/fakes/drawing.ts';
import { hashUpload } from './convert.ts';
import { differenceHash, HIGH, hashDistance, WIDE } from './picture-hash.ts';

const gray = fc.uint8Array({ minLength: WIDE * HIGH, maxLength: WIDE * HIGH });
const hash = fc.bigInt({ min: 0n, max: 2n ** 128n - 1n }).map((bits) => bits.toString(16).padStart(32, '0'));

describe('difference hashes', () => {
  it('stay the same when a picture gets brighter', () => {
    fc.assert(
      fc.property(gray, fc.integer({ min: 1, max: 55 }), (pixels, by) => {
        const dark = pixels.map((pixel) => Math.floor(pixel / 2));
        return differenceHash(dark) === differenceHash(dark.map((pixel) => pixel + by));
      }),
    );
  });

  it('have a distance: 0 to themselves, the same both ways, and never shorter by a detour', () => {
    fc.assert(
      fc.property(hash, hash, hash, (a, b, c) => {
        expect(hashDistance(a, a)).toBe(0);
        expect(hashDistance(a, b)).toBe(hashDistance(b, a));
        expect(hashDistance(a, c)).toBeLessThanOrEqual(hashDistance(a, b) + hashDistance(b, c));
      }),
    );
  });

  it('say nothing of a picture of one color or a gradient', () => {
    expect(differenceHash(new Uint8Array(WIDE * HIGH).fill(200))).toBeUndefined();
    expect(differenceHash(Uint8Array.from({ length: WIDE * HIGH }, (_none, at) => at))).toBeUndefined();
  });
});

const drawing = (seed: number, edge = 600) => sharp(drawSvg(seed)).resize(edge, edge);
const hashOf = async (bytes: Uint8Array): Promise<string> => {
  const found = await hashUpload(bytes);
  if (!('hash' in found) || found.hash === null) throw new Error('no hash');
  return found.hash;
};

describe('pictures by their content', () => {
  it('are recognized in other sizes, formats and qualities, and other pictures are not', async () => {
    const own = await hashOf(await drawing(1).png().toBuffer());
    const copies = [
      await drawing(1, 200).jpeg({ quality: 40 }).toBuffer(),
      await drawing(1, 1_200).webp({ quality: 60 }).toBuffer(),
      await drawing(1).modulate({ brightness: 1.1 }).jpeg().toBuffer(),
    ];
    for (const copy of copies) expect(hashDistance(own, await hashOf(copy))).toBeLessThanOrEqual(6);
    for (const seed of [2, 3, 4, 5])
      expect(hashDistance(own, await hashOf(await drawing(seed).png().toBuffer()))).toBeGreaterThan(10);
  });

  it('are refused where they are none, or broken', async () => {
    expect(await hashUpload(Buffer.from('<html>not found</html>'))).toEqual({ fault: 'kind' });
    const whole = await drawing(1).png().toBuffer();
    expect(await hashUpload(whole.subarray(0, 200))).toEqual({ fault: 'broken' });
    const plain = await sharp({ create: { width: 90, height: 90, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    expect(await hashUpload(plain)).toEqual({ hash: null });
  });
});
