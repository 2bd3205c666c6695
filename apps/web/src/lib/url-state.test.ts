import { describe, expect, it } from 'vitest';
import { callUrl } from './api.ts';
import { listSearch, parseSearch, readUrl, stringifySearch, textSearch, urlPart, writeUrl } from './url-state.ts';

const SHAPE = {
  q: urlPart.text(),
  tab: urlPart.choice(['all', 'open']),
  state: urlPart.list(),
  min: urlPart.number(),
  mine: urlPart.flag(),
};

describe('state in the address', () => {
  it('reads words, lists and numbers, and takes nonsense for the default', () => {
    expect(readUrl(SHAPE, parseSearch('?q=tea&tab=nowhere&state=a&state=b&min=ten&mine=1'))).toEqual({
      q: 'tea',
      tab: 'all',
      state: ['a', 'b'],
      min: undefined,
      mine: true,
    });
  });
  it('leaves defaults out and what it does not know alone', () => {
    expect(writeUrl(SHAPE, { open: '7', q: 'tea' }, { q: '', tab: 'open', min: 0 })).toEqual({
      open: '7',
      tab: 'open',
      min: '0',
    });
  });
  it('writes what it reads', () => {
    const text = '?q=a+b%26c&state=x&state=y';
    expect(stringifySearch(parseSearch(text))).toBe(text);
    expect(stringifySearch({ q: '', none: undefined })).toBe('');
  });
});

describe('the search parameters of a route', () => {
  it('takes the first of a repeated text, and nothing that it does not name', () => {
    expect(textSearch('next', 'from')(parseSearch('?next=/app&next=/other&x=1'))).toEqual({ next: '/app' });
  });
  it('keeps all values of a filter', () => {
    const search = parseSearch('?q=tea&open=1&open=2&state=a&state=b&x=1');
    expect(listSearch('state')(search)).toEqual({ q: 'tea', open: '1', state: ['a', 'b'] });
  });
});

describe('the address of a call', () => {
  it('fills in parameters, repeats lists, leaves out what is not set', () => {
    expect(
      callUrl('/orders/{order_id}', { order_id: 'a/b' }, { q: 'x y', states: ['a', 'b'], none: undefined, empty: '' }),
    ).toBe('/api/orders/a%2Fb?q=x+y&states=a&states=b');
  });
  it('refuses a missing parameter', () => {
    expect(() => callUrl('/orders/{order_id}', {}, {})).toThrow('order_id');
  });
});
