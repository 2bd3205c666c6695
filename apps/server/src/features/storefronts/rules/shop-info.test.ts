import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shopInfo } from './shop-info.ts';

const SHOPIFY = `<!doctype html><html><head><title>
  Lamps &amp; light · North Pier</title>
<meta property="og:site_name" content="North Pier"><meta name="description" content="Light for
 every room.">
<meta property="og:image" content="//cdn.shop.test/logo.png"><link rel="shortcut icon" href="/icon.png">
<meta id="shopify-digital-wallet" name="shopify-digital-wallet" content="/64895778864/digital_wallets/dialog">
<script>var Shopify = Shopify || {}; Shopify.shop = "north-pier.myshopify.com"; Shopify.locale = "en";
Shopify.currency = {"active":"EUR","rate":"1.0"}; Shopify.country = "DE";
Shopify.theme = {"name":"Updated copy of Prestige","id":141667663920,"schema_name":"Prestige","schema_version":"11.1.0","theme_store_id":855,"role":"main"};
function asyncLoad() { var urls = ["https:\\/\\/static.klaviyo.com\\/onsite\\/js\\/klaviyo.js?company_id=X\\u0026shop=n", "https:\\/\\/loox.io\\/widget\\/loox.js"]; }
</script><script src="https://widget.trustpilot.com/bootstrap/v5/tp.min.js" async></script></head>
<body><a href="https://www.facebook.com/sharer/sharer.php?u=x">Share</a><a href="https://facebook.com/northpier">F</a>
<a href="https://www.instagram.com/northpier/">I</a><a href="https://twitter.com/intent/tweet">t</a>
<a href="https://tiktok.com/@a">T</a><a href="javascript:alert(1)">x</a></body></html>`;

describe('a page of a Shopify shop', () => {
  const info = shopInfo('https://north-pier.test/', SHOPIFY);
  it('tells who and what the shop is', () =>
    expect(info).toMatchObject({
      shopUriOrigin: 'https://north-pier.test',
      shopUri: 'https://north-pier.test/',
      shopName: 'North Pier',
      title: 'Lamps & light · North Pier',
      description: 'Light for every room.',
      storeId: '64895778864',
      currencyActive: 'EUR',
      country: 'DE',
      logos: ['https://north-pier.test/icon.png', 'https://cdn.shop.test/logo.png'],
    }));
  it('B220: tells its theme, however the copy is called', () =>
    expect(info).toMatchObject({
      themeName: 'Prestige',
      themeId: '141667663920',
      themeStoreId: 855,
      themeUri: 'https://themes.shopify.com/themes/prestige',
    }));
  it('B218: leads to what it sells most of', () => {
    expect(info?.bestSellingUrl).toBe('https://north-pier.test/collections/all?sort_by=best-selling');
    expect(shopInfo('https://s.test', '<script>Shopify.shop = "s"</script><a href=/x>x</a>')?.bestSellingUrl).toBe(
      'https://s.test/collections/all?sort_by=best-selling',
    );
  });
  it('B219, B276: tells its profiles, and takes no share link for one', () => {
    expect(info?.facebook).toEqual({ url: 'https://facebook.com/northpier' });
    expect(info?.instagram).toEqual({ url: 'https://www.instagram.com/northpier' });
    expect(info).not.toHaveProperty('twitter');
    expect(info).not.toHaveProperty('tiktok');
  });
  it('B221: tells the apps by their scripts, those loaded late too', () =>
    expect(info?.appUsed.map((app) => app.name)).toEqual(['Klaviyo', 'Loox', 'Trustpilot']));
});

describe('a page of a shop in WordPress', () => {
  const info = shopInfo(
    'https://goods.test/',
    `<head><title>Harbour Goods</title><link rel='stylesheet' href='https://goods.test/wp-content/themes/storefront-child/style.css?ver=4'>
    <link rel="stylesheet" href="/wp-content/plugins/elementor/assets/css/frontend.css">
    <script type="application/ld+json">{"@type":"Product","offers":{"priceCurrency":"usd"}}</script></head>`,
  );
  it('tells theme, currency and plug-ins', () =>
    expect(info).toMatchObject({
      shopName: 'Harbour Goods',
      themeName: 'Storefront',
      themeId: 'storefront-child',
      themeStoreId: null,
      currencyActive: 'USD',
      country: null,
      bestSellingUrl: 'https://goods.test/shop/?orderby=popularity',
    }));
  it('tells its apps', () => expect(info?.appUsed.map((app) => app.name)).toEqual(['Elementor']));
});

describe('a strange page', () => {
  it('B132: tells nothing where there is nothing to read', () => {
    for (const garbage of ['', 'not a page', '{"a":1}', '\u0000\u0001\u0002', '<', '<!doctype html><p>'])
      expect(shopInfo('https://s.test', garbage), garbage).toBeUndefined();
  });
  it('B277: is not read where it is a marketplace’s', () =>
    expect(shopInfo('https://www.ebay.com/str/x', SHOPIFY)).toBeUndefined());
  it('is read as far as it goes when it is broken', () => {
    const info = shopInfo(
      'https://s.test',
      '<html><head><title>Half a shop<meta name=description content="x"><script>Shopify.theme = {"name":"Dawn"',
    );
    expect(info === undefined || typeof info.title === 'string').toBe(true);
    expect(
      shopInfo('https://s.test', '<title>Shop</title><a href="https://facebook.com/shop"><div><div')?.facebook,
    ).toEqual({
      url: 'https://facebook.com/shop',
    });
  });
  it('keeps what it takes within bounds, however large it is', () => {
    const html = `<title>${'x'.repeat(50_000)}</title><script>Shopify.shop = "s"; Shopify.theme = {"name":"${'y'.repeat(1_000)}"}</script>${'<a href="https://s.test/p">p</a>'.repeat(20_000)}`;
    const began = performance.now();
    const info = shopInfo('https://s.test', html);
    expect(info?.title.length).toBeLessThanOrEqual(300);
    expect(performance.now() - began).toBeLessThan(5_000);
  });
  it('takes no time over text that is made to cost time', () => {
    const evil = `<script>Shopify.theme = {${'"name":"\\'.repeat(20_000)}</script><script>urls = [${'"\\'.repeat(50_000)}</script><title>a</title>`;
    const began = performance.now();
    shopInfo('https://s.test', evil);
    shopInfo('https://s.test', `<title>${'- '.repeat(100_000)}</title>`);
    expect(performance.now() - began).toBeLessThan(2_000);
  });
  it('reads no further into a page that only goes deeper: three megabytes of it would hold up everything for minutes', () => {
    const deep = '<div>'.repeat(600_000);
    expect(
      shopInfo('https://s.test', `<title>Shop</title><a href="https://facebook.com/shop">x</a>${deep}`),
    ).toMatchObject({
      title: 'Shop',
      facebook: { url: 'https://facebook.com/shop' },
    });
    const wide = '<div><p>a</p></div>'.repeat(100_000);
    expect(
      shopInfo('https://s.test', `<title>Shop</title>${wide}<a href="https://facebook.com/shop">x</a>`)?.facebook,
    ).toEqual({ url: 'https://facebook.com/shop' });
  });
  it('B132: throws for nothing at all, and names only addresses of pages', () => {
    const piece = fc.constantFrom(
      '<a href="',
      '">',
      '<script>',
      '</script>',
      'Shopify.theme = {',
      '"name":"',
      '}',
      '<title>',
      'javascript:x',
      '//x.test',
      '\u0000',
      '<meta property="og:image" content="',
      '<!--',
      '&#x;',
    );
    fc.assert(
      fc.property(fc.array(fc.oneof(piece, fc.string({ unit: 'binary' })), { maxLength: 40 }), (pieces) => {
        const info = shopInfo('https://s.test/a', pieces.join(''));
        for (const logo of info?.logos ?? []) expect(logo).toMatch(/^https?:\/\//);
      }),
    );
  });
});
