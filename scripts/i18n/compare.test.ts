import { describe, expect, it } from 'vitest';
import { compare } from './compare.mjs';

type Texts = Record<string, string>;
const check = (language: string, english: Texts, texts: Texts, same: string[] = []): string[] =>
  compare(language, new Map(Object.entries(english)), new Map(Object.entries(texts)), (key) => same.includes(key));

const LINES = { lines_one: '{{count}} line', lines_other: '{{count}} lines' };
const ARABIC = {
  lines_zero: 'لا بنود',
  lines_one: 'بند واحد',
  lines_two: 'بندان',
  lines_few: '{{count}} بنود',
  lines_many: '{{count}} بندًا',
  lines_other: '{{count}} بند',
};

describe('keys', () => {
  it('are those of the English file', () => {
    expect(check('de', { a: 'Save' }, {})).toEqual(['a is missing']);
    expect(check('de', { a: 'Save' }, { a: 'Sichern', b: 'Neu' })).toEqual([
      'b is not in the English file, or no plural form of de',
    ]);
    expect(check('de', { a: 'Save' }, { a: ' ' })).toEqual(['a is empty']);
  });

  it('have the plural forms of the language', () => {
    expect(check('ar', LINES, ARABIC)).toEqual([]);
    const { lines_few: _few, ...without } = ARABIC;
    expect(check('ar', LINES, without)).toEqual(['lines_few is missing']);
    expect(check('zh-CN', LINES, { lines_other: '{{count}} 行' })).toEqual([]);
    expect(check('zh-CN', LINES, { lines_one: '1 行', lines_other: '{{count}} 行' })).toHaveLength(1);
  });

  it('may have a form for nought, and one for millions where the language has it', () => {
    const french = { lines_one: '{{count}} ligne', lines_other: '{{count}} lignes' };
    expect(check('fr', LINES, french)).toEqual([]);
    expect(check('fr', LINES, { ...french, lines_zero: 'aucune', lines_many: '{{count}} de lignes' })).toEqual([]);
  });

  it('of two and more have no form for one', () => {
    const english = { LINES_MANY_other: '{{count}} lines' };
    expect(check('en', english, english)).toEqual([]);
    const arabic = {
      LINES_MANY_two: 'بندان',
      LINES_MANY_few: '{{count}}',
      LINES_MANY_many: '{{count}}',
      LINES_MANY_other: '{{count}}',
    };
    expect(check('ar', english, arabic)).toEqual([]);
    expect(check('ar', english, { ...arabic, LINES_MANY_one: 'بند' })).toHaveLength(1);
  });
});

describe('placeholders', () => {
  it('are those of the English text', () => {
    expect(check('de', { a: 'To {{name}}' }, { a: 'An' })).toEqual(['a leaves out {{name}}']);
    expect(check('de', { a: 'To all' }, { a: 'An {{name}}' })).toEqual(['a has {{name}}, which nobody gives']);
  });

  it('leave out the number only in a form that stands for one number', () => {
    expect(check('de', LINES, { lines_one: 'eine Zeile', lines_other: '{{count}} Zeilen' })).toEqual([]);
    expect(check('fr', LINES, { lines_one: 'une ligne', lines_other: '{{count}} lignes' })).toEqual([
      'lines_one leaves out {{count}}',
    ]);
  });

  it('have two braces', () => {
    expect(check('en', { a: 'To {name}' }, { a: 'To {name}' })).toEqual(['a has a brace outside {{a placeholder}}']);
  });
});

it('refuses a number without plural forms, and a plural in parentheses', () => {
  expect(check('en', { a: '{{count}} lines' }, { a: '{{count}} lines' })).toEqual([
    'a counts, but has no plural forms',
  ]);
  expect(check('en', { a: 'the line(s)' }, { a: 'the line(s)' })).toEqual([
    'a writes a plural in parentheses; give it plural forms',
  ]);
  expect(check('en', { a: 'a character (NUL)' }, { a: 'a character (NUL)' })).toEqual([]);
});

it('refuses an English text in another language, unless it may be the same', () => {
  expect(check('de', { a: 'Manager' }, { a: 'Manager' })).toEqual(['a is not translated ("Manager")']);
  expect(check('de', { a: 'Manager' }, { a: 'Manager' }, ['a'])).toEqual([]);
  expect(check('de', { a: '{{name}}: 5' }, { a: '{{name}}: 5' })).toEqual([]);
});
