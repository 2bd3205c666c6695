import { withoutBidiControls } from '@quayside/kernel/bidi-controls.ts';
import { parse } from './parse.ts';

/** Elements that begin a line of their own. */
const BLOCKS = new Set(
  'address article aside blockquote br dd div dl dt footer h1 h2 h3 h4 h5 h6 header hr li ol p pre section table tr ul'.split(
    ' ',
  ),
);
const SILENT = new Set(['script', 'style', 'template', 'noscript']);
/** Longer is cut before it is looked at. */
const MOST_READ = 60_000;

/** Text without what no screen shows (controls, also of direction; half of a pair of surrogates), with single spaces. */
const tidy = (text: string): string =>
  withoutBidiControls(text)
    .replace(/[\p{Cc}\p{Cs}\u200b\ufeff]/gu, (sign) => (sign === '\n' || sign === '\t' ? sign : ' '))
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n ?/g, '\n')
    .replace(/\n{3,}/g, '\n\n')
    .trim();

function plain(html: string): string {
  let text = '';
  let silent = 0;
  parse(html, {
    opened(name) {
      if (SILENT.has(name)) silent += 1;
      if (BLOCKS.has(name) && !text.endsWith('\n')) text += '\n';
    },
    text(piece) {
      if (silent === 0) text += piece;
    },
    closed(name) {
      if (SILENT.has(name)) silent = Math.max(0, silent - 1);
      if (BLOCKS.has(name) && !text.endsWith('\n')) text += '\n';
    },
  });
  return text;
}

/** Cuts at so many characters, and never through a pair of surrogates. */
const cut = (text: string, most: number): string =>
  text.length <= most ? text : tidy(text.slice(0, most).replace(/[\ud800-\udbff]$/, ''));

/**
 * What a page wrote, as plain text on several lines. Many write html into fields that are text, and some write it as text of
 * html (`&lt;p&gt;`): both are read.
 */
export function plainText(value: unknown, most: number): string | null {
  if (typeof value !== 'string' && typeof value !== 'number') return null;
  const given = String(value).slice(0, MOST_READ);
  const once = /[<&]/.test(given) ? plain(given) : given;
  const text = /<\/?[a-z][^<>]{0,300}>/i.test(once) ? plain(once) : once;
  return cut(tidy(text), most) || null;
}

/** The same on one line. */
export const getLine = (value: unknown, most: number): string | null => {
  const text = plainText(value, most * 4);
  return text === null ? null : cut(text.replaceAll(/\s+/g, ' '), most) || null;
};
