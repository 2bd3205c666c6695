import { expect, it } from 'vitest';
import { toSearchRanges, toSearchTerms } from './search-terms.ts';

it('keeps the words of name, customer, e-mail and SKUs once each', () => {
  const terms = toSearchTerms({
    name: '#1001',
    customerName: 'Jane  Doe',
    customerEmail: 'Jane@Doe.test',
    skus: ['QS-1', null, 'QS-1'],
  });
  expect(terms).toEqual(['1001', 'jane', 'doe', 'jane@doe.test', 'qs-1']);
});

it('asks for every word by its beginning', () => {
  expect(toSearchRanges('#10 ja')).toEqual([
    { from: '10', until: '10\u{10FFFF}' },
    { from: 'ja', until: 'ja\u{10FFFF}' },
  ]);
  expect(toSearchRanges('  ')).toEqual([]);
});
