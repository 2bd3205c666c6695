import { gmtTime, localTime } from './dates.ts';
import type { Media } from './media.ts';
import type { Product, ProductStore } from './product-store.ts';
import type { Shops } from './shops.ts';
import { toSlug } from './slug.ts';
import type { Terms } from './terms.ts';

export interface ProductViews {
  product(product: Product): Record<string, unknown>;
  variation(variation: Product, parent: Product): Record<string, unknown>;
}

export const getPrice = (product: Product): string => product.doc.salePrice || product.doc.regularPrice;

/** Products in the shape that WooCommerce REST v3 answers. */
export function createProductViews(parts: {
  shops: Shops;
  store: ProductStore;
  media: Media;
  terms: Terms;
}): ProductViews {
  const { shops, store, media, terms } = parts;
  const links = (shop: string, ...path: (string | number)[]) => {
    const href = (parts: (string | number)[]) => `${shops.home(shop)}/wp-json/wc/v3/${parts.join('/')}`;
    return { self: [{ href: href(path) }], collection: [{ href: href(path.slice(0, -1)) }] };
  };

  function shared(product: Product): Record<string, unknown> {
    const { doc, shop } = product;
    const zone = shops.get(shop)?.timeZone ?? 'UTC';
    return {
      id: product.id,
      date_created: localTime(product.created, zone),
      date_created_gmt: gmtTime(product.created),
      date_modified: localTime(product.modified, zone),
      date_modified_gmt: gmtTime(product.modified),
      type: product.type,
      status: product.status,
      description: doc.description,
      sku: product.sku,
      global_unique_id: doc.globalUniqueId,
      price: getPrice(product),
      regular_price: doc.regularPrice,
      sale_price: doc.salePrice,
      date_on_sale_from: null,
      date_on_sale_from_gmt: null,
      date_on_sale_to: null,
      date_on_sale_to_gmt: null,
      on_sale: doc.salePrice !== '',
      purchasable: getPrice(product) !== '',
      virtual: doc.virtual,
      downloadable: false,
      downloads: [],
      download_limit: -1,
      download_expiry: -1,
      tax_status: 'taxable',
      tax_class: '',
      manage_stock: doc.manageStock,
      stock_quantity: doc.stock,
      stock_status: doc.stockStatus,
      backorders: doc.backorders,
      backorders_allowed: doc.backorders !== 'no',
      backordered: doc.stockStatus === 'onbackorder',
      low_stock_amount: null,
      weight: doc.weight,
      dimensions: doc.dimensions ?? { length: '', width: '', height: '' },
      shipping_class: '',
      shipping_class_id: 0,
      menu_order: doc.menuOrder,
      meta_data: doc.meta,
      parent_id: product.parentId,
    };
  }

  return {
    product(product) {
      const { doc, shop } = product;
      const children = store.variations(shop, product.id);
      const prices = children.map(getPrice).filter(Boolean).map(Number);
      const price =
        product.type === 'variable' ? (prices.length > 0 ? Math.min(...prices).toFixed(2) : '') : getPrice(product);
      const categories = terms.pick(shop, 'product_cat', doc.categories);
      return {
        ...shared(product),
        name: product.name,
        slug: product.slug,
        permalink:
          product.status === 'publish'
            ? `${shops.home(shop)}/product/${product.slug}/`
            : `${shops.home(shop)}/?post_type=product&p=${product.id}`,
        price,
        purchasable: price !== '',
        featured: false,
        catalog_visibility: 'visible',
        short_description: doc.shortDescription,
        total_sales: doc.totalSales,
        external_url: '',
        button_text: '',
        sold_individually: false,
        shipping_required: !doc.virtual,
        shipping_taxable: !doc.virtual,
        reviews_allowed: true,
        average_rating: '0.00',
        rating_count: 0,
        upsell_ids: [],
        cross_sell_ids: [],
        purchase_note: '',
        categories: categories.length > 0 ? categories : [terms.uncategorized(shop)],
        tags: terms.pick(shop, 'product_tag', doc.tags),
        images: doc.imageIds.flatMap((id) => media.describe(shop, id) ?? []),
        attributes: doc.attributes,
        default_attributes: [],
        variations: children.map((child) => child.id),
        grouped_products: [],
        related_ids: [],
        has_options: product.type === 'variable',
        post_password: '',
        _links: links(shop, 'products', product.id),
      };
    },
    variation(variation, parent) {
      const { doc, shop } = variation;
      // get_image_id falls back to the product's own picture.
      const imageId = doc.imageIds[0] ?? parent.doc.imageIds[0];
      return {
        ...shared(variation),
        name: doc.chosen.map((entry) => entry.option).join(', '),
        permalink: `${shops.home(shop)}/product/${parent.slug}/`,
        image: imageId ? (media.describe(shop, imageId) ?? null) : null,
        attributes: doc.chosen.map((entry) => ({ id: 0, slug: toSlug(entry.name), ...entry })),
        _links: links(shop, 'products', parent.id, 'variations', variation.id),
      };
    },
  };
}
