import { type Call, ownNamespace } from './call.ts';
import { collectionsOf, collectionView, isMember } from './collections.ts';
import { connection, type PageArgs, type View } from './connection.ts';
import { definitionView } from './definition-view.ts';
import { definitionOf } from './definitions.ts';
import { gid, idOf } from './gid.ts';
import { activeLocations, findLocation } from './locations.ts';
import { digestOf } from './metafield-values.ts';
import type { MediaDoc, MetafieldDoc, ProductDoc, VariantDoc } from './model.ts';
import { locationView, publicationView } from './shop-view.ts';

export function imageView(call: Call, media: MediaDoc): View {
  return {
    __typename: 'Image',
    id: gid('ImageSource', media.id),
    altText: media.alt,
    url: () => call.files.url(call.seed.shop, media),
  };
}

export function mediaView(call: Call, media: MediaDoc): View {
  const ready = media.status === 'READY';
  return {
    __typename: 'MediaImage',
    id: gid('MediaImage', media.id),
    alt: media.alt,
    status: media.status,
    fileStatus: media.status,
    mediaContentType: 'IMAGE',
    mimeType: media.contentType,
    createdAt: media.createdAt,
    mediaErrors: () =>
      media.status === 'FAILED' ? [{ code: 'IMAGE_DOWNLOAD_FAILURE', message: 'Download failed', details: null }] : [],
    mediaWarnings: [],
    fileErrors: () =>
      media.status === 'FAILED' ? [{ code: 'IMAGE_DOWNLOAD_FAILURE', message: 'Download failed', details: null }] : [],
    // Shopify has no picture to show before it has fetched it.
    image: ready ? () => imageView(call, media) : null,
    originalSource: ready ? () => ({ url: call.files.url(call.seed.shop, media), fileSize: null }) : null,
    preview: ready ? () => ({ image: imageView(call, media), status: 'READY' }) : null,
  };
}

export const metafieldView = (call: Call, field: MetafieldDoc): View => ({
  __typename: 'Metafield',
  id: gid('Metafield', field.id),
  namespace: field.namespace,
  key: field.key,
  type: field.type,
  value: field.value,
  jsonValue: field.value,
  compareDigest: digestOf(field),
  definition: () => {
    const definition = definitionOf(call, field);
    return definition ? definitionView(definition) : null;
  },
});

export function inventoryItemView(call: Call, product: ProductDoc, variant: VariantDoc): View {
  const levelView = (locationId: number): View => ({
    __typename: 'InventoryLevel',
    id: gid('InventoryLevel', variant.itemId),
    isActive: true,
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    item: () => inventoryItemView(call, product, variant),
    location: () => {
      const location = findLocation(call, locationId);
      return location ? locationView(location) : null;
    },
    quantities: ({ names }: { names: string[] }) =>
      names.map((name) => ({
        __typename: 'InventoryQuantity',
        id: gid('InventoryQuantity', variant.itemId),
        name,
        quantity: name === 'available' || name === 'on_hand' ? (variant.levels[String(locationId)] ?? 0) : 0,
        updatedAt: variant.updatedAt,
      })),
  });
  return {
    __typename: 'InventoryItem',
    id: gid('InventoryItem', variant.itemId),
    legacyResourceId: String(variant.itemId),
    sku: variant.sku,
    tracked: variant.tracked,
    requiresShipping: true,
    harmonizedSystemCode: variant.hsCode ?? null,
    countryCodeOfOrigin: variant.origin ?? null,
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    measurement: () => ({ id: gid('InventoryItemMeasurement', variant.itemId), weight: variant.weight }),
    variants: (args: PageArgs) => connection([variant], args, (one) => variantView(call, product, one)),
    inventoryLevel: ({ locationId }: { locationId: string }) => {
      const id = idOf('Location', locationId);
      return id !== undefined && String(id) in variant.levels && activeLocations(call).has(id) ? levelView(id) : null;
    },
    inventoryLevels: (args: PageArgs) =>
      connection(
        Object.keys(variant.levels).filter((id) => activeLocations(call).has(Number(id))),
        args,
        (locationId) => levelView(Number(locationId)),
      ),
  };
}

const pieces = (variant: VariantDoc): number => Object.values(variant.levels).reduce((sum, count) => sum + count, 0);

export const canBuy = (variant: VariantDoc): boolean =>
  !variant.tracked || variant.policy === 'CONTINUE' || pieces(variant) > 0;

export const variantTitle = (variant: VariantDoc): string => variant.values.join(' / ');

export function variantView(call: Call, product: ProductDoc, variant: VariantDoc): View {
  const media = product.media.find((one) => one.id === variant.mediaId);
  return {
    __typename: 'ProductVariant',
    id: gid('ProductVariant', variant.id),
    legacyResourceId: String(variant.id),
    title: variantTitle(variant),
    displayName: `${product.title} - ${variantTitle(variant)}`,
    sku: variant.sku,
    barcode: variant.barcode,
    price: variant.price,
    compareAtPrice: variant.compareAtPrice,
    position: variant.position,
    inventoryPolicy: variant.policy,
    inventoryQuantity: pieces(variant),
    availableForSale: canBuy(variant),
    taxable: true,
    createdAt: variant.createdAt,
    updatedAt: variant.updatedAt,
    selectedOptions: () =>
      product.options.map((option, at) => ({ name: option.name, value: variant.values[at] ?? '' })),
    inventoryItem: () => inventoryItemView(call, product, variant),
    product: () => productView(call, product),
    media: (args: PageArgs) => connection(media ? [media] : [], args, (one) => mediaView(call, one)),
  };
}

export function productView(call: Call, product: ProductDoc): View {
  const published = (onlyPublished = true) =>
    onlyPublished && product.status !== 'ACTIVE' ? [] : product.publications;
  const find = (id: number) => call.seed.publications.find((publication) => publication.id === id);
  const online = product.publications.some((publication) => find(publication.id)?.handle === 'online_store');
  const prices = product.variants.map((variant) => Number(variant.price));
  const price = (amount: number) => ({ amount: amount.toFixed(2), currencyCode: call.seed.currency });
  return {
    __typename: 'Product',
    id: gid('Product', product.id),
    legacyResourceId: String(product.id),
    title: product.title,
    handle: product.handle,
    descriptionHtml: product.descriptionHtml,
    description: () => product.descriptionHtml.replaceAll(/<[^>]*>/g, ''),
    vendor: product.vendor,
    productType: product.productType,
    status: product.status,
    tags: product.tags,
    seo: { title: product.seo?.title ?? null, description: product.seo?.description ?? null },
    createdAt: product.createdAt,
    updatedAt: product.updatedAt,
    publishedAt: product.publications[0]?.at ?? null,
    onlineStoreUrl:
      online && product.status === 'ACTIVE'
        ? () => `${call.world.baseUrl()}/shop/shopify/${call.seed.shop}/products/${product.id}`
        : null,
    isGiftCard: false,
    hasOnlyDefaultVariant: product.options.length === 1 && product.options[0]?.name === 'Title',
    totalInventory: () => product.variants.reduce((sum, variant) => sum + pieces(variant), 0),
    tracksInventory: product.variants.some((variant) => variant.tracked),
    options: () =>
      product.options.map((option, at) => ({
        __typename: 'ProductOption',
        id: gid('ProductOption', option.id),
        name: option.name,
        position: at + 1,
        values: option.values.map((value) => value.name),
        optionValues: option.values.map((value) => ({ id: gid('ProductOptionValue', value.id), name: value.name })),
      })),
    variants: (args: PageArgs) => connection(product.variants, args, (one) => variantView(call, product, one)),
    variantsCount: { count: product.variants.length, precision: 'EXACT' },
    media: (args: PageArgs) => connection(product.media, args, (one) => mediaView(call, one)),
    mediaCount: { count: product.media.length, precision: 'EXACT' },
    featuredMedia: () => (product.media[0] ? mediaView(call, product.media[0]) : null),
    priceRangeV2: () => ({
      minVariantPrice: price(Math.min(...prices)),
      maxVariantPrice: price(Math.max(...prices)),
    }),
    metafield: ({ namespace, key }: { namespace?: string | null; key: string }) => {
      const space = namespace ?? ownNamespace(call.clientId);
      const field = product.metafields.find((one) => one.namespace === space && one.key === key);
      return field ? metafieldView(call, field) : null;
    },
    metafields: (args: PageArgs & { namespace?: string | null; keys?: string[] | null }) =>
      connection(
        product.metafields.filter(
          (one) =>
            (!args.namespace || one.namespace === args.namespace) &&
            (!args.keys || args.keys.includes(`${one.namespace}.${one.key}`)),
        ),
        args,
        (one) => metafieldView(call, one),
      ),
    resourcePublicationsCount: ({ onlyPublished }: { onlyPublished: boolean }) => ({
      count: published(onlyPublished).length,
      precision: 'EXACT',
    }),
    resourcePublicationsV2: (args: PageArgs & { onlyPublished: boolean }) =>
      connection(published(args.onlyPublished), args, (one) => {
        const publication = find(one.id);
        return {
          isPublished: product.status === 'ACTIVE',
          publishDate: one.at,
          publication: () => (publication ? publicationView(publication) : null),
          publishable: () => productView(call, product),
        };
      }),
    collections: (args: PageArgs) => connection(collectionsOf(call, product), args, (one) => collectionView(call, one)),
    inCollection: ({ id }: { id: string }) =>
      collectionsOf(call, product).some((one) => one.id === idOf('Collection', id) && isMember(one, product)),
    publishedOnPublication: ({ publicationId }: { publicationId: string }) =>
      product.publications.some((one) => one.id === idOf('Publication', publicationId)),
  };
}
