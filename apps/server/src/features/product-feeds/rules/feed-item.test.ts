import type { ListingInput } from '@quayside/connector-kit';
import fc from 'fast-check';
import { Parser } from 'htmlparser2';
import { describe, expect, it } from 'vitest';
import { feedHead, feedTail, toFeedItems, toPlainText, writeItems } from './feed-item.ts';

const usd = (amount: number) => ({ amount, currency: 'USD' });
const input = (change: Partial<ListingInput> = {}): ListingInput =>
  ({
    ref: 'l1',
    title: 'Mug',
    descriptionHtml: '<p>Big &amp; blue</p><p>Nice&#33;</p>',
    vendor: 'Acme',
    tags: [],
    status: 'active',
    options: [{ name: 'Color', values: ['Red', 'Blue'] }],
    images: [
      { url: 'https://cdn.example.com/a.jpg', alt: '' },
      { url: 'https://cdn.example.com/b.jpg', alt: '' },
    ],
    allowSellOutOfStock: false,
    variants: [
      { ref: 'v1', sku: 'M-R', optionValues: ['Red'], price: usd(900), compareAtPrice: usd(1200), quantity: 3 },
      { ref: 'v2', sku: '', optionValues: ['Blue'], price: usd(900), quantity: 0 },
    ],
    ...change,
  }) as ListingInput;
const url = 'https://shop.example.com/products/mug';

describe('items of a feed', () => {
  it('are the variants, at the store’s prices', () => {
    expect(toFeedItems({ url, input: input() })).toMatchObject([
      {
        id: 'M-R',
        title: 'Mug, Red',
        description: 'Big & blue Nice!',
        link: url,
        image_link: 'https://cdn.example.com/a.jpg',
        additional_image_link: ['https://cdn.example.com/b.jpg'],
        availability: 'in_stock',
        price: '12.00 USD',
        sale_price: '9.00 USD',
        brand: 'Acme',
        mpn: 'M-R',
        item_group_id: 'l1',
        color: 'Red',
      },
      { id: 'v2', availability: 'out_of_stock', price: '9.00 USD', identifier_exists: 'no' },
    ]);
  });

  it('have the GTIN of a variant, as digits, and leave out what names no product', () => {
    const [first] = input().variants;
    const gtinOf = (barcode: string) => {
      const items = toFeedItems({ url, input: input({ variants: first ? [{ ...first, barcode }] : [] }) });
      return Array.isArray(items) ? items[0]?.gtin : items;
    };
    expect(gtinOf('4006381333931')).toBe('4006381333931');
    expect(gtinOf('978-3-16-148410-0')).toBe('9783161484100');
    for (const barcode of ['', 'SHELF-12', '4006381333930', '2012345678900']) expect(gtinOf(barcode)).toBeUndefined();
    const [item] = toFeedItems({
      url,
      input: input({ vendor: '', variants: first ? [{ ...first, barcode: '4006381333931' }] : [] }),
    });
    expect(item).not.toHaveProperty('identifier_exists');
  });

  it('say why a product is left out', () => {
    expect(toFeedItems({ url: null, input: input() })).toBe('FEED_NO_LINK');
    expect(toFeedItems({ url, input: input({ images: [] }) })).toBe('FEED_NO_IMAGE');
    const free = input().variants.map((one) => ({ ...one, price: usd(0) }));
    expect(toFeedItems({ url, input: input({ variants: free }) })).toBe('FEED_NO_PRICE');
  });

  it('are well-formed XML whatever their texts', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => {
        const items = toFeedItems({ url, input: input({ title: `T${text}`, vendor: `${text}<&>"` }) });
        if (typeof items === 'string') throw new Error(items);
        const xml = feedHead('xml', { name: text, url }) + writeItems('xml', items) + feedTail('xml');
        const open: string[] = [];
        const parser = new Parser(
          { onopentag: (name) => open.push(name), onclosetag: (name) => expect(open.pop()).toBe(name) },
          { xmlMode: true },
        );
        parser.end(xml);
        expect(open).toEqual([]);
        expect(xml.match(/<item>/g)).toHaveLength(2);
        expect(xml.isWellFormed()).toBe(true);
        // biome-ignore lint/suspicious/noControlCharactersInRegex: none may be left
        expect(xml).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/);
      }),
      { numRuns: 200 },
    );
  });

  it('have no markup in their descriptions', () => {
    expect(toPlainText('<b>a</b>&lt;script&gt; &#x41;&nbsp;&unknown;')).toBe('a <script> A &unknown;');
  });
});
