import { expect, it } from 'vitest';
import { heldText } from './held-text.ts';

it('puts the sign for an unknown character where a NUL was, in text, in lists and in JSON', () => {
  expect(heldText('a\0b')).toBe('a\ufffdb');
  expect(heldText(['a\0', 1, null])).toEqual(['a\ufffd', 1, null]);
  const facts = { note: 'x\0y', path: 'C:\\u0000', both: '\\\0' };
  expect(JSON.parse(heldText(JSON.stringify(facts)) as string)).toEqual({
    note: 'x\ufffdy',
    path: 'C:\\u0000',
    both: '\\\ufffd',
  });
});

it('puts it where half a surrogate pair was in JSON, and leaves whole pairs', () => {
  const told = { name: 'a\ud83d', next: '\udc00b', face: '\u{1f600}', path: 'C:\\\\ud83d' };
  expect(JSON.parse(heldText(JSON.stringify(told)) as string)).toEqual({ ...told, name: 'a\ufffd', next: '\ufffdb' });
  const escaped = '{"face":"\\ud83d\\ude00","both":"\\ud800\\ud83d\\ude00"}';
  expect(JSON.parse(heldText(escaped) as string)).toEqual({ face: '\u{1f600}', both: '\ufffd\u{1f600}' });
});

it('leaves everything else as it is', () => {
  const bytes = Buffer.from([0, 1]);
  const when = new Date();
  for (const value of ['plain', 'C:\\u0000', '', 7, null, undefined, true, bytes, when])
    expect(heldText(value)).toBe(value);
});
