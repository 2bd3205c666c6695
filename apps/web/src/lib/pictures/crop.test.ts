import fc from 'fast-check';
import type { PixelCrop } from 'react-image-crop';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import {
  CROP_OUTPUT,
  CROP_REST_MS,
  croppedLater,
  EXPORT,
  fitWithin,
  type Size,
  settledCrop,
  startingCrop,
} from './crop.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const some: Size = { width: 1000, height: 800 };
const crop = (width: number, height: number, x = 10, y = 20): PixelCrop => ({ unit: 'px', x, y, width, height });

it('B149: a crop that moves twice within 500 ms is drawn once, a second after it moved last', () => {
  const make = vi.fn(async () => 'drawn');
  const output = croppedLater(make, () => undefined);
  output.moved();
  vi.advanceTimersByTime(500);
  output.moved();
  vi.advanceTimersByTime(CROP_REST_MS - 1);
  expect(make).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1);
  expect([make.mock.calls.length, CROP_REST_MS]).toEqual([1, 1000]);
});

it('draws at once for whoever saves, and again only when the crop moved', async () => {
  let drawn = 0;
  const told: Promise<number>[] = [];
  const output = croppedLater(
    async () => {
      drawn += 1;
      return drawn;
    },
    (made) => void told.push(made),
  );
  output.moved();
  expect([await output.now(), await output.now()]).toEqual([1, 1]);
  vi.advanceTimersByTime(5000);
  expect(drawn).toBe(1);
  output.moved();
  expect(await output.now()).toBe(2);
  output.moved();
  output.stop();
  vi.advanceTimersByTime(5000);
  expect(await Promise.all(told)).toEqual([1, 2]);
});

it('draws again what could not be drawn, without the crop having moved', async () => {
  let tries = 0;
  const output = croppedLater(
    async () => {
      tries += 1;
      if (tries === 1) throw new Error('Failed to create blob');
      return tries;
    },
    (made) => void made.catch(() => undefined),
  );
  await expect(output.now()).rejects.toThrow('Failed to create blob');
  expect(await output.now()).toBe(2);
});

it('B154, A53: a free crop begins at 96% with 2% beside it, one of a fixed ratio in the middle at 90% of the width', () => {
  expect(startingCrop(some)).toEqual({ x: 20, y: 16, width: 960, height: 768 });
  expect(startingCrop(some, 16 / 9)).toEqual({ x: 50, y: (800 - 506.25) / 2, width: 900, height: 506.25 });
  // A square of that width would be higher than the image.
  expect(startingCrop(some, 1)).toEqual({ x: 100, y: 0, width: 800, height: 800 });
  expect(startingCrop({ width: 800, height: 1000 }, 1)).toEqual({ x: 40, y: 140, width: 720, height: 720 });
});

it('B155: a crop of less than a pixel becomes 100 by 100, and any other one stays', () => {
  expect(settledCrop(crop(0.4, 0.2), some)).toMatchObject({ width: 100, height: 100, x: 10, y: 20 });
  expect(settledCrop(crop(0.4, 50), some)).toEqual(crop(0.4, 50));
  expect(settledCrop(crop(50, 0.4), some)).toEqual(crop(50, 0.4));
  // Inside the image, wherever the click was.
  expect(settledCrop(crop(0, 0, 990, 795), some)).toEqual(crop(100, 100, 900, 700));
  expect(settledCrop(crop(0, 0, 60, 3), { width: 64, height: 300 })).toEqual(crop(64, 100, 0, 3));
});

it('B153: a picture is fitted within 300 by 300 in its own shape, or forced to fill it', () => {
  const picture = { width: 1200, height: 600 };
  expect(fitWithin(picture, EXPORT.most)).toEqual({ width: 300, height: 150 });
  expect(fitWithin(picture, EXPORT.most, { forced: true })).toEqual({ width: 300, height: 300 });
  expect(fitWithin({ width: 90, height: 60 }, EXPORT.most)).toEqual({ width: 90, height: 60 });
  const edge = fc.integer({ min: 1, max: 20_000 });
  fc.assert(
    fc.property(edge, edge, (width, height) => {
      const fitted = fitWithin({ width, height }, EXPORT.most);
      expect(Math.min(fitted.width, fitted.height)).toBeGreaterThanOrEqual(1);
      expect(Math.max(fitted.width, fitted.height)).toBeLessThanOrEqual(300);
    }),
  );
});

it('B156, B158: a piece is a WebP of 0.8, an export a JPEG of 0.8 within 300 by 300', () => {
  expect(CROP_OUTPUT).toEqual({ type: 'image/webp', quality: 0.8 });
  expect(EXPORT).toEqual({ type: 'image/jpeg', quality: 0.8, most: { width: 300, height: 300 } });
});
