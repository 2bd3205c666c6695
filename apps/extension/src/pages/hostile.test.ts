import { pageProductSchema, pageReviewSchema } from '@quayside/contracts/extension-messages.ts';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { PLAIN, withData } from '../testing/pages.ts';
import { getPrice } from './price.ts';
import { readAnyPage, readProduct } from './product.ts';
import { readReviews } from './reviews.ts';

const AT = 'https://shop.example/p';

/** Reads it every way; what comes out fits the protocol. */
function readAll(html: string): void {
  const product = readProduct(html, AT);
  if (product) expect(pageProductSchema.safeParse(product).error).toBeUndefined();
  for (const review of readReviews(html, AT)) expect(pageReviewSchema.safeParse(review).error).toBeUndefined();
  readAnyPage(html, AT);
}

/** Words that make data of a page look like a product. */
const key = fc.constantFrom(
  '@type',
  '@id',
  '@graph',
  'name',
  'image',
  'offers',
  'price',
  'priceCurrency',
  'lowPrice',
  'highPrice',
  'brand',
  'review',
  'reviewBody',
  'reviewRating',
  'ratingValue',
  'bestRating',
  'aggregateRating',
  'reviewCount',
  'hasVariant',
  'description',
  'priceSpecification',
  'availability',
  'author',
  'url',
  'mainEntity',
);
const word = fc.oneof(
  fc.constantFrom(
    'Product',
    'ProductGroup',
    'Offer',
    'USD',
    'JPY',
    '1,299.00',
    '-5',
    '1e400',
    'javascript:alert(1)',
    '\u0000',
    '//',
    '#a',
  ),
  fc.string(),
  fc.double(),
  fc.boolean(),
  fc.constant(null),
);
const { node } = fc.letrec<{ node: unknown }>((tie) => ({
  node: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    word,
    fc.array(tie('node'), { maxLength: 4 }),
    fc.dictionary(key, tie('node'), { maxKeys: 8 }),
  ),
}));

it('no data of a page makes reading throw, or tell what the protocol does not know', () => {
  fc.assert(
    fc.property(node, (one) => readAll(withData({ ...PLAIN, ...(one as object) }))),
    { numRuns: 600 },
  );
  fc.assert(
    fc.property(node, (one) => readAll(withData(one))),
    { numRuns: 600 },
  );
});

it('no html does either', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 400 }), (html) => readAll(html)),
    { numRuns: 500 },
  );
  const pieces = fc.array(
    fc.constantFrom(
      '<script type="application/ld+json">',
      '</script>',
      '{"@type":"Product","name":"x"',
      '}',
      '<!--',
      '-->',
      '<meta property="og:type" content="product">',
      '<title>',
      '</title>',
      '<meta property=og:title content=',
      '"',
      "'",
      '<svg>',
      '\u0000',
      '<![CDATA[',
      ']]>',
      '&lt;',
      '<',
    ),
    { maxLength: 30 },
  );
  fc.assert(
    fc.property(pieces, (some) => readAll(some.join(''))),
    { numRuns: 1_000 },
  );
});

it('data that is nested without end is read as far as it goes', () => {
  const deep = `${'{"@graph":['.repeat(50_000)}{"@type":"Product","name":"x"}${']}'.repeat(50_000)}`;
  readAll(withData(deep));
  readAll(withData(`${'['.repeat(200_000)}`));
  readAll('<div>'.repeat(600_000));
  readAll('<p><b>'.repeat(500_000));
});

it.each([
  ['1,299.00', 'USD', 129_900],
  ['1.299,00 €', 'EUR', 129_900],
  ['1 299,00', 'SEK', 129_900],
  ['1’299.50', 'CHF', 129_950],
  ['1,299', 'USD', 129_900],
  ['12,5', 'EUR', 1_250],
  ['12.345', 'KWD', 12_345],
  ['1,234,567', 'JPY', 1_234_567],
  ['1.234.567', 'IDR', 123_456_700],
  [19.99, 'USD', 1_999],
  [0, 'USD', 0],
  ['US $3.99', 'USD', 399],
  ['10 - 20', 'USD', undefined],
  ['-5', 'USD', undefined],
  [-5, 'USD', undefined],
  ['free', 'USD', undefined],
  ['9'.repeat(50), 'USD', undefined],
  [Number.NaN, 'USD', undefined],
  [{}, 'USD', undefined],
])('a price %s in %s', (value, currency, amount) => {
  expect(getPrice(value, currency)?.amount).toBe(amount);
});
