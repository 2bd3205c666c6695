import { expect, it } from 'vitest';
import { toCsv } from './csv.ts';

it('quotes what needs it, and keeps formulas texts', () => {
  expect(toCsv([['a', 'b,c', 'say "hi"', '=1+1', '-2', 'two\nlines']])).toBe(
    `a,"b,c","say ""hi""",'=1+1,'-2,"two\nlines"\r\n`,
  );
});
