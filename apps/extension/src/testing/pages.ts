/** Pages as shops write them: our own texts in the shapes that the named sources document. */

/** A page with structured data in its head. */
export const withData = (...data: unknown[]): string =>
  `<!doctype html><html><head><title>Shop</title>${data
    .map((one) => `<script type="application/ld+json">${typeof one === 'string' ? one : JSON.stringify(one)}</script>`)
    .join('')}</head><body><h1>Page</h1></body></html>`;

/** schema.org/Product, the example of an offer with a rating and reviews. */
export const PLAIN = {
  '@context': 'https://schema.org/',
  '@type': 'Product',
  name: 'Harbour lamp',
  image: ['/lamp.jpg', 'https://cdn.shop.example/lamp-2.jpg', 'javascript:alert(1)', 'data:image/png;base64,xx'],
  description: '<p>Warm &amp; bright.</p><ul><li>Brass</li><li>Oak</li></ul>',
  brand: { '@type': 'Brand', name: 'Quay & Co' },
  aggregateRating: { '@type': 'AggregateRating', ratingValue: '4.4', reviewCount: '89' },
  offers: {
    '@type': 'Offer',
    url: 'https://shop.example/lamp',
    priceCurrency: 'USD',
    price: '1,299.00',
    availability: 'https://schema.org/InStock',
  },
  review: [
    {
      '@type': 'Review',
      reviewRating: { '@type': 'Rating', ratingValue: 8, bestRating: 10 },
      author: { '@type': 'Person', name: 'Ada' },
      datePublished: '2026-03-04',
      reviewBody: 'Shines over the whole pier.',
    },
    { '@type': 'Review', author: 'Ben', description: 'Fine.' },
    { '@type': 'Review', author: 'Nobody' },
  ],
};

/**
 * WooCommerce: a graph with a product whose offer names its price in specifications, the one before the reduction among them.
 * Source: WC_Structured_Data::generate_product_data.
 */
export const WOOCOMMERCE = {
  '@context': 'https://schema.org/',
  '@graph': [
    { '@type': 'BreadcrumbList', itemListElement: [{ '@type': 'ListItem', position: 1, item: { name: 'Mugs' } }] },
    {
      '@type': 'Product',
      '@id': 'https://woo.example/product/mug/#product',
      name: 'Pier mug',
      url: 'https://woo.example/product/mug/',
      description: 'A mug.',
      image: 'https://woo.example/wp-content/uploads/mug.jpg',
      sku: 71,
      offers: [
        {
          '@type': 'Offer',
          priceSpecification: [
            { '@type': 'UnitPriceSpecification', price: '14.50', priceCurrency: 'EUR', valueAddedTaxIncluded: false },
            {
              '@type': 'UnitPriceSpecification',
              price: '18.00',
              priceCurrency: 'EUR',
              priceType: 'https://schema.org/ListPrice',
            },
          ],
          availability: 'http://schema.org/OutOfStock',
        },
      ],
    },
  ],
};

/** WooCommerce, a product with variations: the lowest and the highest of many. */
export const WOOCOMMERCE_VARIABLE = {
  '@context': 'https://schema.org/',
  '@type': 'Product',
  name: 'Deck shirt',
  offers: [{ '@type': 'AggregateOffer', lowPrice: '15.00', highPrice: '20.00', offerCount: 3, priceCurrency: 'GBP' }],
};

/** Shopify's `structured_data` filter: a group with its variants. */
export const SHOPIFY_GROUP = {
  '@context': 'http://schema.org/',
  '@type': 'ProductGroup',
  '@id': '/products/rope-bag#product',
  name: 'Rope bag',
  brand: { '@type': 'Brand', name: 'Knots' },
  category: 'Bags',
  description: 'Carries a lot.',
  productGroupID: '77',
  url: 'https://knots.example/products/rope-bag',
  hasVariant: [
    {
      '@type': 'Product',
      '@id': '/products/rope-bag?variant=1#variant',
      name: 'Rope bag - Sand',
      image: 'https://knots.example/cdn/shop/files/sand.jpg?v=1',
      offers: {
        '@type': 'Offer',
        '@id': '/products/rope-bag?variant=1#offer',
        availability: 'http://schema.org/OutOfStock',
        price: '29.00',
        priceCurrency: 'USD',
      },
      sku: 'RB-S',
    },
    {
      '@type': 'Product',
      name: 'Rope bag - Sea',
      image: { '@type': 'ImageObject', url: '//knots.example/cdn/shop/files/sea.jpg' },
      offers: { '@type': 'Offer', availability: 'http://schema.org/InStock', price: '34.50', priceCurrency: 'USD' },
    },
  ],
};

/** A graph whose parts name each other, as Yoast's and Rank Math's plug-ins for WordPress write it. */
export const REFERENCES = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'WebPage', '@id': 'https://a.example/p#webpage', mainEntity: { '@id': 'https://a.example/p#product' } },
    { '@type': 'ImageObject', '@id': 'https://a.example/p#image', contentUrl: 'https://a.example/i.jpg' },
    { '@type': 'Organization', '@id': 'https://a.example/#brand', name: 'Anchor' },
    {
      '@type': 'Offer',
      '@id': 'https://a.example/p#offer',
      price: 1299,
      priceCurrency: 'JPY',
      availability: 'InStock',
    },
    {
      '@type': ['Product', 'http://schema.org/Thing'],
      '@id': 'https://a.example/p#product',
      name: 'Buoy',
      image: { '@id': 'https://a.example/p#image' },
      brand: { '@id': 'https://a.example/#brand' },
      offers: { '@id': 'https://a.example/p#offer' },
    },
  ],
};

/** A head alone: Open Graph with Meta's product tags. */
export const OPEN_GRAPH = `<html><head><title>Net – Shop</title>
<meta property="og:type" content="product"><meta property="og:title" content="Fishing net &amp; floats">
<meta property="og:image" content="http://n.example/net.jpg"><meta property="og:image" content="/net-2.jpg">
<meta property="og:description" content="For small boats"><meta property="product:price:amount" content="49,90">
<meta property="product:price:currency" content="eur"><meta property="product:availability" content="in stock">
<meta property="product:brand" content="Nets"></head><body></body></html>`;
