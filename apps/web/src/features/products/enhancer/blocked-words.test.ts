import { expect, it } from 'vitest';
import { avoidFault, parseBlockedWords } from './blocked-words.ts';

it('reads one word or phrase a line', () => {
  expect(parseBlockedWords(' best \r\n\nfree shipping\n')).toEqual(['best', 'free shipping']);
  expect(parseBlockedWords('')).toEqual([]);
});

it('says what is wrong with a list before it is sent', () => {
  expect(avoidFault(['a'.repeat(40)])).toBeUndefined();
  expect(avoidFault(['a', 'b'.repeat(41)])).toEqual({ key: 'tooLong', word: 'b'.repeat(41) });
  expect(avoidFault(Array.from({ length: 31 }, (_none, at) => `w${at}`))).toEqual({ key: 'tooMany' });
});
