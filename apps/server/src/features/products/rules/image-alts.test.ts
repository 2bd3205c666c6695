import type { ListingInput } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import { altsOf, keepAlts } from './image-alts.ts';

const images = [{ url: '/a', alt: 'Front' }, { url: '/b' }, { url: '/c', alt: 'Back' }];
const input = {
  images: images.map(({ url, alt }) => ({ url: `https://example.com${url}`, alt: alt ?? 'The title' })),
} as ListingInput;
const kept = (now: typeof images, sent: string | undefined) =>
  keepAlts({ ...input, images: now.map(({ url }) => ({ url })) }, now, sent).images.map((one) => one.keepsAlt ?? false);

describe('alt texts that a push leaves alone', () => {
  const sent = altsOf(images);
  it.each([
    ['are those of the last push', images, [true, true, true]],
    ['are not one that changed', [{ url: '/a', alt: 'Front II' }, ...images.slice(1)], [false, true, true]],
    ['are not one that was cleared', [{ url: '/a' }, ...images.slice(1)], [false, true, true]],
    ['follow a picture to another place', images.toReversed(), [true, true, true]],
    ['are not one of a new picture', [...images, { url: '/d' }], [true, true, true, false]],
  ])('%s', (_what, now, expected) => {
    expect(kept(now, sent)).toEqual(expected);
  });

  it('are none without a record', () => {
    expect(keepAlts(input, images, undefined)).toBe(input);
    expect(kept(images, undefined)).toEqual([false, false, false]);
  });

  it('have no record that grows with their length', () => {
    expect(altsOf([{ url: '/a', alt: 'word '.repeat(100) }]).length).toBeLessThan(40);
  });
});
