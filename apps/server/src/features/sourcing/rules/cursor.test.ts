import { newId } from '@quayside/kernel';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

it('reads what it wrote', () => {
  const key = newId();
  const ranked = [
    { skip: 50, of: 'every' as const },
    { skip: 0, of: 'some' as const },
  ];
  for (const cursor of [{ after: [-12, key] as [number, string] }, { skip: 50 }, ...ranked])
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
    Buffer.from('[-1,"some"]').toString('base64url'),
    Buffer.from('[1,"none"]').toString('base64url'),
    Buffer.from('-1').toString('base64url'),
  ])
    expect(readCursor(text)).toBeUndefined();
});
