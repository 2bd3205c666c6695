import { newId } from '@quayside/kernel';
import { expect, it } from 'vitest';
import { BEGINNING, decodeCursor, encodeCursor } from './cursor.ts';

it('decodes what it encoded', () => {
  const cursor = { position: 42, eventId: newId() };
  expect(decodeCursor(encodeCursor(cursor))).toEqual(cursor);
  expect(decodeCursor(encodeCursor(BEGINNING))).toEqual(BEGINNING);
});

it.each([
  '',
  'x',
  `1.${'-'.repeat(36)}`,
  `${'9'.repeat(400)}.${newId()}`,
  `9007199254740992.${newId()}`,
  `01.${newId()}`,
  `-1.${newId()}`,
  `1e3.${newId()}`,
  `0.${newId()}`,
  `7.${BEGINNING.eventId}`,
  ` 7.${newId()}`,
  `7.${newId()}\n`,
])('refuses %j', (text) => expect(decodeCursor(text)).toBeUndefined());
