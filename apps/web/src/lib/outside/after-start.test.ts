import { expect, it } from 'vitest';
import { guessedZone, takesOver } from './after-start.ts';

it('B077: saves a guessed time zone only where none is set', () => {
  expect(guessedZone('', 'Europe/Paris')).toBe('Europe/Paris');
  expect(guessedZone('Asia/Tokyo', 'Europe/Paris')).toBeUndefined();
});

it('C323: takes over saved pages for a person who may import, outside an admin', () => {
  // The demo account's too: the extension announces that pages are handed over with the next sign-in.
  const person = { account: { is_demo: true }, workplaceId: 'w', mayImport: true } as never as Parameters<
    typeof takesOver
  >[0];
  expect(takesOver(person, 'standalone')).toBe(true);
  expect(takesOver(person, 'embedded')).toBe(false);
  expect(takesOver({ ...person, mayImport: false }, 'standalone')).toBe(false);
  expect(takesOver({ ...person, workplaceId: undefined }, 'standalone')).toBe(false);
});
