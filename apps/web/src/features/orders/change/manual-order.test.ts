import { manualOrderSchema } from '@quayside/contracts/extension-messages.ts';
import { describe, expect, it } from 'vitest';
import { toManualOrder, webAddress } from './manual-order.ts';

describe('the address of a page where something is bought', () => {
  it('is taken as it is pasted, and completed where the scheme is missing', () => {
    expect(webAddress(' https://www.amazon.com/dp/B0?th=1 ')).toBe('https://www.amazon.com/dp/B0?th=1');
    expect(webAddress('ebay.de/itm/1')).toBe('https://ebay.de/itm/1');
    expect(webAddress('http://127.0.0.1:4000/p')).toBe('http://127.0.0.1:4000/p');
  });
  it('is nothing that a browser would run, and no word', () => {
    for (const text of [
      '',
      'mug',
      'javascript:alert(1)',
      'data:text/html,x',
      'ftp://x.example/',
      'https://',
      'a b.c d',
    ])
      expect(webAddress(text), text).toBeUndefined();
    expect(webAddress(`https://x.example/${'a'.repeat(2_000)}`)).toBeUndefined();
  });
});

const order = {
  id: '01a20371-68a4-74d5-bb91-3da871d4ece0',
  name: '#1001',
  address: {
    first_name: 'Jane',
    last_name: 'Doe',
    address1: '1 Main Street',
    city: 'Springfield',
    province_code: 'IL',
    postal_code: '62701',
    country_code: 'US',
    phone: '+1 217 555 0100',
    email: 'jane@example.com',
  },
};
const line = { id: 'a', title: 'Lamp', variant_title: 'Red', sku: 'L-1', quantity: 3, fulfillable_quantity: 2 };

describe('C321: an order at hand', () => {
  it('says to whom it goes and what is still to be bought, and nothing that a page does not ask for', () => {
    const made = toManualOrder(order, [line], new Map([['a', 'https://x.example/lamp']]), 'United States');
    expect(made).toEqual({
      order_id: order.id,
      name: '#1001',
      ship_to: {
        name: 'Jane Doe',
        company: '',
        address1: '1 Main Street',
        address2: '',
        city: 'Springfield',
        province: 'IL',
        zip: '62701',
        country: 'United States',
        country_code: 'US',
        phone: '+1 217 555 0100',
      },
      lines: [{ title: 'Lamp', variant: 'Red', quantity: 2, address: 'https://x.example/lamp' }],
    });
    expect(JSON.stringify(made)).not.toContain('jane@');
  });
  it('is always one that the extension takes', () => {
    const long = 'ä'.repeat(600);
    const bare = { ...order, name: long, address: { first_name: long, address1: long, phone: long } };
    const nothing = { ...line, title: long, variant_title: null, sku: null, fulfillable_quantity: 0 };
    const made = toManualOrder(bare, [nothing], new Map(), '');
    expect(manualOrderSchema.safeParse(made).error).toBeUndefined();
    expect(made.lines[0]).toMatchObject({ variant: '', quantity: 1, address: null });
    expect(made.ship_to).toMatchObject({ country: '', country_code: '' });
  });
});
