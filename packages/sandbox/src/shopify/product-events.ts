import type { Call } from './call.ts';
import { gid } from './gid.ts';
import type { ProductDoc } from './model.ts';

type Teller = Pick<Call, 'seed' | 'webhooks'>;

/** What a product webhook says, in the words of the older REST API, which webhooks still use. */
export function tellProduct(call: Teller, topic: 'PRODUCTS_CREATE' | 'PRODUCTS_UPDATE', product: ProductDoc): void {
  call.webhooks.tell(call.seed.shop, topic, {
    admin_graphql_api_id: gid('Product', product.id),
    id: product.id,
    title: product.title,
    handle: product.handle,
    status: product.status.toLowerCase(),
    created_at: product.createdAt,
    updated_at: product.updatedAt,
    variants: product.variants.map((variant) => ({
      id: variant.id,
      admin_graphql_api_id: gid('ProductVariant', variant.id),
      sku: variant.sku,
      price: variant.price,
      inventory_item_id: variant.itemId,
    })),
  });
}

export const tellProductDeleted = (call: Teller, id: number): void =>
  call.webhooks.tell(call.seed.shop, 'PRODUCTS_DELETE', { id });
