import { expect, it } from 'vitest';
import { csvOf } from './csv.ts';

it('quotes what needs it, and keeps formulas texts', () => {
  expect(csvOf([['a', 'b,c', 'say "hi"', '=1+1', '-2', 'two\nlines']])).toBe(
    `a,"b,c","say ""hi""",'=1+1,'-2,"two\nlines"\r\n`,
  );
});
