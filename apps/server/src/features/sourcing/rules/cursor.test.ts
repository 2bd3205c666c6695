import { newId } from '@quayside/kernel';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

it('reads what it wrote', () => {
  const key = newId();
  for (const cursor of [{ after: [-12, key] as [number, string] }, { skip: 50 }])
    expect(readCursor(writeCursor(cursor))).toEqual(cursor);
});

it('takes nothing else', () => {
  fc.assert(
    fc.property(fc.string(), (text) => {
      expect(() => readCursor(text)).not.toThrow();
    }),
  );
  for (const text of [
    '',
    'null',
    Buffer.from('[1,"x"]').toString('base64url'),
    Buffer.from('-1').toString('base64url'),
  ])
    expect(readCursor(text)).toBeUndefined();
});
