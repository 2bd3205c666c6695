import { expect, it } from 'vitest';
import { allArticles, articleRank } from './articles.ts';
import { parseArticle } from './parse.ts';
import { articleForScreen } from './screen-articles.ts';
import { highlightParts, searchArticles, splitWords } from './search.ts';

const articles = [
  parseArticle('wallet', '# Wallet\n\nPays suppliers.\n\n## Top up\n\nChoose an amount and confirm at the provider.'),
  parseArticle('orders', '# Orders\n\nPlace an order. Pay it from the wallet.'),
  parseArticle('cafe', '# Café\n\nNothing else.'),
];
const found = (query: string) => searchArticles(articles, query).map(({ article }) => article);

it('finds articles by title, heading and text, the title first', () => {
  expect(found('wallet')).toEqual(['wallet', 'orders']);
  expect(found('top')).toEqual(['wallet']);
  expect(found('provider amount')).toEqual(['wallet']);
  expect(found('place')).toEqual(['orders']);
});

it('needs every word, at the beginning of a word, whatever the case and accents', () => {
  expect(found('wallet zebra')).toEqual([]);
  expect(found('SUPP')).toEqual(['wallet']);
  expect(found('pliers')).toEqual([]);
  expect(found('cafe')).toEqual(['cafe']);
  expect(found('CAFÉ')).toEqual(['cafe']);
  expect(found(' .*+?( ')).toEqual([]);
  expect(found('')).toEqual([]);
  expect(splitWords('Pay, pay  NOW!')).toEqual(['pay', 'now']);
});

it('leads to the heading whose text matches, with an excerpt around it', () => {
  const [hit] = searchArticles(articles, 'provider');
  expect(hit).toMatchObject({ heading: { id: 'top-up' }, excerpt: 'Choose an amount and confirm at the provider.' });
  const long = parseArticle('long', `# L\n\n${'filler words here '.repeat(40)}needle ${'and more text '.repeat(40)}`);
  const excerpt = searchArticles([long], 'needle')[0]?.excerpt ?? '';
  expect(excerpt).toMatch(/^….*needle.*…$/);
  expect(excerpt.length).toBeLessThan(180);
});

it('lets the rank of an article decide between equals', () => {
  expect(searchArticles(articles, 'wallet', (name) => (name === 'orders' ? 50 : 1))[0]?.article).toBe('orders');
});

it('marks what matches in a text, and loses nothing of it', () => {
  expect(highlightParts('Pay the Café payment', 'pay cafe')).toEqual([
    { text: 'Pay', match: true },
    { text: ' the ', match: false },
    { text: 'Café', match: true },
    { text: ' ', match: false },
    { text: 'pay', match: true },
    { text: 'ment', match: false },
  ]);
  expect(highlightParts('İstanbul ﬁne', 'x').map(({ text }) => text)).toEqual(['İstanbul ﬁne']);
});

it.each([
  ['refund', 'refunds-and-claims'],
  ['payment failed', 'payment-failed'],
  ['two-factor', 'security'],
  ['tracking late', 'tracking-late'],
  ['exchange rate', 'pricing-and-profit'],
  ['top up', 'wallet-and-top-ups'],
  ['connect store', 'connect-a-store'],
  ['credits', 'plans-and-credits'],
])('answers “%s” with the article about it', (query, article) => {
  const hits = searchArticles(allArticles(), query, articleRank);
  expect(hits[0]?.article).toBe(article);
});

it('knows the article of a screen by the longest beginning of its address', () => {
  expect(articleForScreen('/app')).toBe('getting-started');
  expect(articleForScreen('/app/orders')).toBe('place-and-pay-orders');
  expect(articleForScreen('/app/orders/shipment')).toBe('shipments-and-tracking');
  expect(articleForScreen('/app/products-center/editor/1')).toBe('edit-products');
  expect(articleForScreen('/app/ordersomething')).toBe('getting-started');
});
