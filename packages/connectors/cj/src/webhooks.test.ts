import { ConnectorError } from '@quayside/connector-kit';
import { describe, expect, it } from 'vitest';
import { toError } from './codes.ts';
import { parseLossless } from './json.ts';
import { computeSignature, verifyWebhook } from './webhooks.ts';

const signed = (text: string, openId = '12312') => {
  const body = Buffer.from(text);
  return { headers: { sign: computeSignature(body, openId) }, body };
};
const order =
  '{"messageId":"m1","type":"ORDER","messageType":"UPDATE","params":{"cjOrderId":210823100016290555,"orderNumber":"r"}}';

describe('webhooks', () => {
  it('keeps every digit of a bare id', () => {
    expect(parseLossless('{"a":210823100016290555,"b":1.5,"c":7}')).toEqual({ a: '210823100016290555', b: 1.5, c: 7 });
    expect(verifyWebhook(signed(order), { webhookSecret: '12312' })).toEqual({
      kind: 'order',
      topic: 'ORDER',
      resourceId: '210823100016290555',
      dedupeKey: 'cj:m1',
    });
  });

  it('refuses another key, changed bytes and no key', () => {
    const hook = signed(order);
    const refusal = expect.objectContaining({ kind: 'rejected' });
    expect(() => verifyWebhook(hook, { webhookSecret: '1' })).toThrow(refusal);
    expect(() => verifyWebhook({ ...hook, body: Buffer.from(`${order} `) }, { webhookSecret: '12312' })).toThrow(
      refusal,
    );
    expect(() => verifyWebhook(signed(order, ''), { webhookSecret: '' })).toThrow(refusal);
  });

  it('refuses a signed body that is none of its messages', () => {
    expect(() => verifyWebhook(signed('[]'), { webhookSecret: '12312' })).toThrow(/not one of/);
    expect(() => verifyWebhook(signed('{'), { webhookSecret: '12312' })).toThrow(/not JSON/);
  });

  it('finds the variant of a stock message', () => {
    const hook = signed('{"messageId":"m2","type":"STOCK","params":{"1424608152007086080":[]}}');
    expect(verifyWebhook(hook, { webhookSecret: '12312' })).toMatchObject({
      kind: 'inventory',
      resourceId: '1424608152007086080',
    });
  });
});

describe('codes', () => {
  it.each([
    [1600001, 'auth', undefined],
    [1600200, 'rate-limited', undefined],
    [1602003, 'rejected', 'product_sold_out'],
    [1603003, 'rejected', 'already_exists'],
    [1603102, 'rejected', 'product_out_of_stock'],
    [1604000, 'rejected', 'balance_too_low'],
    [1605001, 'rejected', 'shipping_method_unavailable'],
    [1605002, 'rejected', 'shipped_country_notfound'],
    [1600000, 'unknown', undefined],
    [99, 'unknown', undefined],
  ])('%i on a write is %s', (code, kind, why) => {
    const error = toError(code, 'x', true);
    expect(error).toBeInstanceOf(ConnectorError);
    expect([error.kind, error.code]).toEqual([kind, why]);
  });

  it('reads the words where a code has several meanings', () => {
    expect(toError(1600300, 'order not found', false).kind).toBe('not-found');
    expect(toError(1600300, 'shippingCity must be not empty', true).code).toBe('error_save_all_address');
    expect(toError(1600000, 'busy', false).kind).toBe('temporary');
  });
});
