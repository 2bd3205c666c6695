import type { Enhancement } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { isReady, openFields } from './open-fields.ts';

type Field = Enhancement['fields'][number];
const field = (change: Partial<Field> = {}): Field => ({
  field: 'title',
  before: 'a',
  after: 'b',
  state: 'open',
  is_stale: false,
  unknown_numbers: [],
  forbidden_words: [],
  ...change,
});
const proposal = (...fields: Field[]) => ({ state: 'proposed' as const, fields });

it('accepts among many what is open, and nothing that somebody undid, changed, or has to look at', () => {
  expect(isReady(proposal(field()))).toBe(true);
  expect(isReady(proposal(field({ state: 'undone' }), field()))).toBe(true);
  expect(isReady(proposal(field({ state: 'undone' })))).toBe(false);
  expect(isReady(proposal(field({ unknown_numbers: ['41'] })))).toBe(false);
  expect(isReady(proposal(field({ forbidden_words: ['best'] })))).toBe(false);
  expect(isReady(proposal(field({ is_stale: true })))).toBe(false);
  expect(isReady(proposal(field({ state: 'accepted' })))).toBe(false);
  expect(isReady({ state: 'writing', fields: [field()] })).toBe(false);
});

it('offers on a card what was undone too, and what has numbers', () => {
  const fields = [field({ state: 'undone' }), field({ unknown_numbers: ['41'] }), field({ is_stale: true })];
  expect(openFields({ fields })).toEqual(fields.slice(0, 2));
});
