import { describe, expect, it } from 'vitest';
import { judgeCopies } from './copy-to-store.ts';

const FROM = { id: 'a', name: 'Harbour' };
const TO = { id: 'b', name: 'Fjord', mode: 'live' as const };
const known = new Map([
  ['1', { mode: 'live' as const }],
  ['2', { mode: 'live' as const }],
  ['3', { mode: 'live' as const }],
  ['4', { mode: 'sandbox' as const }],
]);
const listed = (product_id: string, store_id: string, external_product_id: string | null = 'x') => ({
  product_id,
  store_id,
  external_product_id,
});

describe('copying to another store', () => {
  it('takes what one store has and the other one lacks', () => {
    const listings = [
      listed('1', 'a'),
      listed('2', 'a'),
      listed('2', 'b', null),
      listed('3', 'a', null),
      listed('4', 'a'),
    ];
    const { copies, failed } = judgeCopies({
      productIds: ['1', '2', '3', '4', '5'],
      known,
      listings,
      from: FROM,
      to: TO,
    });
    expect(copies).toEqual(['1']);
    expect([...failed]).toEqual([
      ['2', { key: 'COPY_ALREADY_THERE', params: { name: 'Fjord' } }],
      ['3', { key: 'COPY_NOT_IN_STORE', params: { name: 'Harbour' } }],
      ['4', { key: 'SANDBOX_MIXED', params: { name: 'Fjord' } }],
      ['5', { key: 'PRODUCT_NOT_FOUND', params: {} }],
    ]);
  });

  it('has no use for one store alone', () => {
    const same = { productIds: ['1'], known, listings: [listed('1', 'b')], from: TO, to: TO };
    expect(judgeCopies(same).failed.get('1')).toEqual({ key: 'COPY_SAME_STORE', params: {} });
  });
});
