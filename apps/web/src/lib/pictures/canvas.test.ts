import { expect, it, vi } from 'vitest';
import { canvasFailure, cutOut } from './canvas.ts';

const drawImage = vi.fn();
const canvasOf = (parts: { context?: null; blob?: null }) => {
  const asked: unknown[] = [];
  return {
    asked,
    width: 0,
    height: 0,
    getContext: (() => (parts.context === null ? null : { drawImage })) as unknown as HTMLCanvasElement['getContext'],
    toBlob(done: BlobCallback, type?: string, quality?: number) {
      asked.push(type, quality);
      done(parts.blob === null ? null : new Blob(['x'], { type: type ?? '' }));
    },
  };
};
const picture = {} as CanvasImageSource;
const piece = { x: 5, y: 6, width: 4800, height: 1200 };

it('B156: cuts a piece out as a WebP of quality 0.8, at most 2400 pixels wide', async () => {
  const canvas = canvasOf({});
  expect((await cutOut(picture, piece, canvas)).type).toBe('image/webp');
  expect(canvas.asked).toEqual(['image/webp', 0.8]);
  expect([canvas.width, canvas.height]).toEqual([2400, 600]);
  expect(drawImage).toHaveBeenLastCalledWith(picture, 5, 6, 4800, 1200, 0, 0, 2400, 600);
});

it.each([
  ['No 2d context', 'noContext', canvasOf({ context: null })],
  ['Crop canvas does not exist', 'noCanvas', null],
  ['Failed to create blob', 'noBlob', canvasOf({ blob: null })],
] as const)('B131: fails with "%s", and is known by it', async (words, name, canvas) => {
  const error = await cutOut(picture, piece, canvas).catch((thrown: unknown) => thrown);
  expect(error).toEqual(new Error(words));
  expect(canvasFailure(error)).toBe(name);
});

it('takes no other error for one of a canvas', () => {
  expect(canvasFailure(new Error('the network is away'))).toBeUndefined();
  expect(canvasFailure('No 2d context')).toBeUndefined();
});
