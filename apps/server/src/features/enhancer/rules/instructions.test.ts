import { expect, it } from 'vitest';
import { acceptable } from './instructions.ts';

it('takes nothing of a model that no table can hold: control characters go, halves of characters are replaced', () => {
  const said = {
    title: 'A\u0000 lamp\u0007 \ud83d',
    description_html: '<p>Br\u0000ight\u0085 \udca1</p>\n<p>\u{1f4a1}</p>',
  };
  expect(acceptable(said)).toEqual({
    title: 'A lamp \ufffd',
    description_html: '<p>Bright \ufffd</p>\n<p>\u{1f4a1}</p>',
  });
});

it('takes no words that are empty, also not of control characters alone', () => {
  expect(acceptable({ title: '\u0000', description_html: '<p>x</p>' })).toBeUndefined();
  expect(acceptable({ title: 'x', description_html: '<p>\u0000</p>' })).toBeUndefined();
});
