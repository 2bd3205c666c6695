import { Html } from '../core/html.ts';
import type { WindowProduct } from '../core/world.ts';
import type { ShopFace } from './layout.ts';

const plain = (html: string): string =>
  html
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * What a product's page of WooCommerce says to machines (JSON-LD). Source: WC_Structured_Data::generate_product_data in the
 * plug-in of the version that the shop window names: one price is an Offer with a UnitPriceSpecification, several are an
 * AggregateOffer.
 *
 * @param origin of the shop, without a slash at the end.
 */
export function wooStructuredData(face: ShopFace, product: WindowProduct, origin: string, now: Date): Html {
  const url = `${origin}${face.path}/products/${encodeURIComponent(product.id)}`;
  const validThrough = `${now.getUTCFullYear() + 1}-12-31`;
  const prices = product.variants.map(({ price }) => price).sort((a, b) => Number(a) - Number(b));
  const [low, high] = [prices[0], prices.at(-1)];
  if (low === undefined || high === undefined) return new Html('');
  const asked =
    Number(low) === Number(high)
      ? {
          '@type': 'Offer',
          priceSpecification: [
            {
              '@type': 'UnitPriceSpecification',
              price: low,
              priceCurrency: face.currency,
              valueAddedTaxIncluded: false,
              validThrough,
            },
          ],
        }
      : {
          '@type': 'AggregateOffer',
          lowPrice: low,
          highPrice: high,
          offerCount: product.variants.length,
          priceCurrency: face.currency,
        };
  const inStock = product.variants.some((variant) => variant.inStock);
  const data = {
    '@context': 'https://schema.org/',
    '@type': 'Product',
    '@id': `${url}#product`,
    name: product.title,
    url,
    description: plain(product.descriptionHtml),
    ...(product.images[0] ? { image: product.images[0] } : {}),
    sku: product.id,
    offers: [
      {
        ...asked,
        priceValidUntil: validThrough,
        availability: `https://schema.org/${inStock ? 'InStock' : 'OutOfStock'}`,
        url,
        seller: { '@type': 'Organization', name: face.name, url: `${origin}${face.path}` },
      },
    ],
  };
  return new Html(`<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`);
}
