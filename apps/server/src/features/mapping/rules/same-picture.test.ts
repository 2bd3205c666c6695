import { expect, test } from 'vitest';
import { compareHashes } from './same-picture.ts';

const NONE = '0'.repeat(32);
const withBits = (bits: number): string => (2n ** BigInt(bits) - 1n).toString(16).padStart(32, '0');

test.each([
  [NONE, { reason: 'same_image', strength: 1 }],
  [withBits(6), { reason: 'same_image', strength: 1 - 6 / 12 }],
  [withBits(7), { reason: 'similar_image', strength: 1 - 7 / 12 }],
  [withBits(10), { reason: 'similar_image', strength: 1 - 10 / 12 }],
  [withBits(11), undefined],
  [withBits(128), undefined],
  [undefined, undefined],
])('a picture and one that looks like %s', (other, wanted) => {
  expect(compareHashes(NONE, other)).toEqual(wanted);
  expect(compareHashes(other, NONE)).toEqual(wanted);
});
