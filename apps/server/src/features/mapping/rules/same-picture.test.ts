import { expect, test } from 'vitest';
import { compareHashes } from './same-picture.ts';

const NONE = '0000000000000000';

test.each([
  [NONE, { reason: 'same_image', strength: 1 }],
  ['000000000000000f', { reason: 'same_image', strength: 1 - 4 / 12 }],
  ['000000000000001f', { reason: 'similar_image', strength: 1 - 5 / 12 }],
  ['00000000000003ff', { reason: 'similar_image', strength: 1 - 10 / 12 }],
  ['00000000000007ff', undefined],
  ['ffffffffffffffff', undefined],
  [undefined, undefined],
])('a picture and one that looks like %s', (other, wanted) => {
  expect(compareHashes(NONE, other)).toEqual(wanted);
  expect(compareHashes(other, NONE)).toEqual(wanted);
});
