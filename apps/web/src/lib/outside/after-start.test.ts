import { expect, it } from 'vitest';
import { guessedZone, takesOver } from './after-start.ts';

it('B077: saves a guessed time zone only where none is set', () => {
  expect(guessedZone('', 'Europe/Paris')).toBe('Europe/Paris');
  expect(guessedZone('Asia/Tokyo', 'Europe/Paris')).toBeUndefined();
});

it('C323: takes over saved pages for a person who may import, outside an admin', () => {
  const person = { account: { is_demo: false }, workplaceId: 'w', mayImport: true } as never as Parameters<
    typeof takesOver
  >[0];
  expect(takesOver(person, 'standalone')).toBe(true);
  expect(takesOver(person, 'embedded')).toBe(false);
  expect(takesOver({ ...person, mayImport: false }, 'standalone')).toBe(false);
  expect(takesOver({ ...person, workplaceId: undefined }, 'standalone')).toBe(false);
  expect(takesOver({ ...person, account: { ...person.account, is_demo: true } }, 'standalone')).toBe(false);
});
