import { TIMELINE_KINDS } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import type { NewEvent } from './event.ts';
import { toNotifications } from './notifications.ts';

const kindsOf = (kind: NewEvent['kind'], params: NewEvent['params'] = {}) =>
  toNotifications({ orderId: 'o1', kind, params }).map((one) => one.kind);

describe('what people are told of an order', () => {
  it.each([
    ['received', {}, ['order_received', 'order_blocked']],
    ['canceled', { by: 'channel' }, ['order_cancelled']],
    ['canceled', { by: 'source' }, ['supplier_cancelled']],
    ['canceled', { by: 'person' }, []],
    ['changed_at_store', {}, ['order_changed']],
    ['create_failed', { reason: 'shipped_country_notfound' }, ['placement_failed']],
    ['create_failed', { reason: 'product_out_of_stock' }, ['out_of_stock']],
    ['create_failed', { reason: 'product_sold_out' }, ['out_of_stock']],
    ['create_failed', { reason: 'ORDER_CANCELLED' }, []],
    ['payment_failed', { reason: 'PaymentFail' }, ['payment_failed']],
    ['payment_failed', { reason: 'PRICE_CHANGED' }, ['price_changed']],
    ['payment_failed', { reason: 'WALLET_SHORT' }, ['wallet_short']],
    ['report_failed', {}, ['report_failed']],
    ['report_held', {}, ['report_failed']],
    ['edit_failed', { reason: 'ORDER_EDIT_GONE' }, ['order_edit_failed']],
    ['note_conflict', { reason: 'TIMELINE_NOTE_CONFLICT' }, ['order_edit_failed']],
    ['note_written', {}, []],
  ] as const)('%s %j', (kind, params, told) => {
    expect(kindsOf(kind, params)).toEqual(told);
  });

  it('asks for a look only where the order stands still', () => {
    expect(toNotifications({ orderId: 'o1', kind: 'received' }).map((one) => one.ifBlocked ?? false)).toEqual([
      false,
      true,
    ]);
  });

  it('gives the reason as a sentence’s key', () => {
    const [told] = toNotifications({
      orderId: 'o1',
      kind: 'create_failed',
      params: { reason: 'product_sold_out', title: 'Mug' },
    });
    expect(told?.params).toEqual({ reason: 'ProductSoldOut', title: 'Mug' });
  });

  it('leaves everything that goes as it should to the timeline', () => {
    const quiet = TIMELINE_KINDS.filter((kind) => kindsOf(kind, { reason: 'x' }).length === 0);
    expect(quiet).toContain('created_to_supplier');
    expect(quiet).toContain('ordered');
    expect(quiet).toContain('shipped');
    expect(quiet).toContain('delivered');
  });
});
