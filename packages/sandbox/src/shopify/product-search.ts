import { notImplemented } from './errors.ts';
import type { ProductDoc } from './model.ts';

type Filter = (product: ProductDoc) => boolean;

const TOKEN = /\s*(\(|\)|AND\b|OR\b|(\w+):(?:"((?:[^"\\]|\\.)*)"|([^\s()"]+)))/y;

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

/** A title is cut into words, of which an asterisk matches the beginning; a SKU is one word. */
function term(field: string, value: string): Filter {
  const wanted = value.toLowerCase();
  if (field === 'title') {
    const fits = wanted.endsWith('*')
      ? (word: string) => word.startsWith(wanted.slice(0, -1))
      : (word: string) => word === wanted;
    return ({ title }) => wordsOf(title).some(fits);
  }
  if (field === 'sku') return ({ variants }) => variants.some(({ sku }) => (sku ?? '').toLowerCase() === wanted);
  throw notImplemented(`search by ${field}`);
}

/**
 * Shopify's search of products by title and SKU: terms joined by AND and OR, with brackets. undefined: the search has no such
 * terms. Refuses what it doesn't know, as parseSearch does.
 */
export function parseProductSearch(query: string | null | undefined): Filter | undefined {
  if (!query || !/\b(title|sku):/.test(query)) return undefined;
  const tokens: RegExpExecArray[] = [];
  const text = query.trim();
  TOKEN.lastIndex = 0;
  while (TOKEN.lastIndex < text.length) {
    const found = TOKEN.exec(text);
    if (!found) throw notImplemented(`search syntax for: ${text}`);
    tokens.push(found);
  }
  let at = 0;
  const peek = () => tokens[at]?.[1];
  function factor(): Filter {
    const [, token, field, quoted, bare] = tokens[at++] ?? [];
    if (token === '(') {
      const inner = either();
      if (peek() !== ')') throw notImplemented(`search syntax for: ${text}`);
      at += 1;
      return inner;
    }
    if (!field) throw notImplemented(`search syntax for: ${text}`);
    return term(field, quoted === undefined ? (bare ?? '') : quoted.replaceAll(/\\(.)/g, '$1'));
  }
  function both(): Filter {
    const parts = [factor()];
    while (peek() !== undefined && peek() !== 'OR' && peek() !== ')') {
      if (peek() === 'AND') at += 1;
      parts.push(factor());
    }
    return (product) => parts.every((part) => part(product));
  }
  function either(): Filter {
    const parts = [both()];
    while (peek() === 'OR') {
      at += 1;
      parts.push(both());
    }
    return (product) => parts.some((part) => part(product));
  }
  const filter = either();
  if (peek() !== undefined) throw notImplemented(`search syntax for: ${text}`);
  return filter;
}
