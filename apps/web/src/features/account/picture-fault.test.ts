import { expect, it } from 'vitest';
import { pictureFault } from './picture-fault.ts';

const MB = 1024 * 1024;

it.each([
  ['image/jpeg', 5 * MB, undefined],
  ['image/png', 1, undefined],
  ['image/webp', 300, undefined],
  ['image/jpeg', 5 * MB + 1, 'tooLarge'],
  ['image/svg+xml', 300, 'noPicture'],
  ['image/gif', 300, 'noPicture'],
  ['application/pdf', 9 * MB, 'noPicture'],
  ['', 300, 'noPicture'],
] as const)('A15: of a file %s of %i bytes says %s', (type, size, fault) =>
  expect(pictureFault({ type, size })).toBe(fault),
);
