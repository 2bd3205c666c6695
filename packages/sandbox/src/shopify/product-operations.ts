import type { Call, Shopify } from './call.ts';
import type { OperationDoc } from './model.ts';
import { type Identifier, setProduct } from './product-set.ts';
import type { ProductSet } from './product-set-check.ts';
import { findShop } from './seed.ts';

/** Real time that Shopify takes for a product, by its variants. */
const START_MS = 200;
const PER_VARIANT_MS = 0.5;

/** Takes a productSet into the background. */
export function startProductSet(
  call: Call,
  identifier: Identifier | null | undefined,
  input: ProductSet,
): OperationDoc {
  const { clientId, seed, store } = call;
  const id = store.next();
  const operation: OperationDoc = {
    id,
    status: 'CREATED',
    productId: null,
    userErrors: [],
    work: { clientId, identifier, input },
  };
  store.save(seed.shop, 'operation', operation);
  store.later(seed.shop, 'product-set', id, START_MS + PER_VARIANT_MS * (input.variants?.length ?? 0));
  return operation;
}

/** Does what was taken into the background. */
export function finishProductSet(shopify: Shopify, shop: string, id: number): void {
  const seed = findShop(shop);
  const operation = shopify.store.get(shop, 'operation', id);
  if (!seed || !operation?.work) return;
  const { clientId, identifier, input } = operation.work;
  const call: Call = { ...shopify, seed, clientId, scopes: new Set(), hidden: true };
  const result = setProduct(call, identifier as Identifier | null, input as ProductSet);
  shopify.store.save(shop, 'operation', {
    id,
    status: 'COMPLETE',
    productId: 'product' in result ? result.product.id : null,
    userErrors: 'errors' in result ? result.errors.map((error) => ({ ...error, code: error.code ?? 'JOB_ERROR' })) : [],
  });
}
