import { expect, it } from 'vitest';
import { guessedZone } from './after-start.ts';

it('B077: saves a guessed time zone only where none is set', () => {
  expect(guessedZone('', 'Europe/Paris')).toBe('Europe/Paris');
  expect(guessedZone('Asia/Tokyo', 'Europe/Paris')).toBeUndefined();
});
