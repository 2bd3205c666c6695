import type { SupplierId } from '@quayside/connector-kit';
import type { SupplierName } from '@quayside/contracts';
import { AppError, invalidField, money, notFoundField } from '@quayside/kernel';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { Who } from '../../../http/who.ts';
import { findStore, lockStoreAlone, type Store, storeMovingError } from '../../connections/index.ts';
import {
  effectiveAddress,
  findByRequestKey,
  nameOf,
  refuseIncomplete,
  setRequestKey,
  toAddress,
} from '../../orders/index.ts';
import type { ManualOrderPorts, SampleVariant } from '../ports.ts';
import { totalsOf } from '../rules/draft.ts';
import { saveSampleAddress } from '../sample-repo.ts';
import { freeNumber } from './create-order.ts';
import { writeOrder } from './write-order.ts';

type Source = SupplierName & SupplierId;

type Address = Parameters<typeof toAddress>[0];

export interface NewSample extends Address {
  store_id: string;
  country_code: string;
  /** The same key returns the same order. */
  idempotency_key: string;
  lines: { source: SupplierName; source_product_id: string; sku_id: string; variant_id?: string; quantity: number }[];
}

async function storeOf(deps: Pick<Deps, 'db'>, { scope, workplaceId }: Who, storeId: string): Promise<Store> {
  const store = await deps.db.read(scope, (ex) => findStore(ex, workplaceId, storeId));
  if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
  return store;
}

/** The variants of an imported product, or of a supplier's product, that a store's workspace can order as a sample. */
export async function listSampleVariants(
  deps: Pick<Deps, 'db'>,
  ports: ManualOrderPorts,
  who: Who,
  query: { store_id: string; product_id?: string; source?: SupplierName; source_product_id?: string },
) {
  const { mode } = await storeOf(deps, who, query.store_id);
  const { product_id: productId, source, source_product_id: sourceProductId } = query;
  let found: SampleVariant[];
  if (productId) {
    found = await deps.db.read(who.scope, (ex) => ports.variants(ex, who.workplaceId, mode, { productId }));
    if (found.length === 0) throw notFoundField('product_id', 'VARIANT_NOT_FOUND');
  } else if (source && sourceProductId)
    found = await ports.sourceVariants(who.scope, { source: source as Source, mode, sourceProductId, shipTo: 'US' });
  else throw invalidField('product_id', 'INPUT_REQUIRED');
  return {
    title: found[0]?.title ?? '',
    items: found.map(({ match, option_values, image }) => ({
      variant_id: match.variantId,
      source: match.source,
      source_product_id: match.sourceProductId,
      sku_id: match.sourceVariantId,
      variant_title: option_values.join(' / ') || null,
      image,
      cost: match.cost === null ? null : money(match.cost, match.currency),
    })),
  };
}

/**
 * Creates a sample order: a paid manual order with a price of zero, which is placed like any other. Saves its address for the next one. The
 * same key returns the same order. Throws with the field for an unknown store or variant, one that is named twice, and an incomplete address.
 */
export async function createSample(
  deps: Pick<Deps, 'db' | 'queue' | 'clock'>,
  ports: ManualOrderPorts,
  who: Who,
  input: NewSample,
): Promise<{ order_id: string; name: string }> {
  const { workplaceId, scope } = who;
  const { mode } = await storeOf(deps, who, input.store_id);
  const { store_id: storeId, idempotency_key: key } = input;
  const earlier = (ex: Executor) => findByRequestKey(ex, workplaceId, storeId, key);
  const same = await deps.db.read(scope, earlier);
  if (same) return same;
  const address = effectiveAddress(toAddress(input), null);
  const keys = input.lines.map((line) => `${line.source} ${line.source_product_id} ${line.sku_id}`);
  if (new Set(keys).size < keys.length) throw invalidField('lines', 'SAMPLE_VARIANT_TWICE');
  // Looked up before locking anything, because an unknown product is fetched from its supplier.
  const imported = await deps.db.read(scope, (ex) =>
    ports.variants(ex, workplaceId, mode, { ids: input.lines.flatMap((line) => line.variant_id ?? []) }),
  );
  const known = new Map<string, SampleVariant>(imported.map((one) => [one.variant_id, one]));
  if (input.lines.some((line) => line.variant_id && !known.has(line.variant_id)))
    throw notFoundField('lines.variant_id', 'VARIANT_NOT_FOUND');
  refuseIncomplete(address);
  const variants: SampleVariant[] = [];
  for (const line of input.lines) {
    const found = line.variant_id
      ? known.get(line.variant_id)
      : (
          await ports.sourceVariants(scope, {
            source: line.source as Source,
            mode,
            sourceProductId: line.source_product_id,
            shipTo: input.country_code,
          })
        ).find(({ match }) => match.sourceVariantId === line.sku_id);
    if (!found) throw notFoundField('lines.sku_id', 'VARIANT_NOT_FOUND');
    variants.push(found);
  }
  return deps.db.tenant(scope, async (tx) => {
    const store = await lockStoreAlone(tx, workplaceId, input.store_id);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (store.moving === 'carrying') throw storeMovingError(store.platform_domain);
    // Asked again under the store's lock: the same request may have been sent twice at the same time.
    const same = await earlier(tx);
    if (same) return same;
    const number = await freeNumber(tx, workplaceId, input.store_id, 'S');
    const draft = {
      number,
      currency: store.currency,
      isPaid: true,
      address,
      shipping: 0,
      discount: 0,
      tax: 0,
      taxIncluded: false,
      lines: variants.map((variant, at) => ({
        title: variant.title,
        ...(variant.option_values.length > 0 ? { variantTitle: variant.option_values.join(' / ') } : {}),
        sku: variant.match.sourceSku,
        ...(variant.image ? { imageUrl: variant.image } : {}),
        quantity: input.lines[at]?.quantity ?? 1,
        unitPrice: 0,
        requiresShipping: true,
      })),
    };
    const totals = totalsOf(draft);
    if (typeof totals === 'string') throw new AppError('UNPROCESSABLE_ENTITY', totals);
    await saveSampleAddress(tx, workplaceId, address, deps.clock.now());
    const order_id = await writeOrder(tx, deps, ports, scope, store, draft, {
      totals,
      matches: variants.map(({ match }) => match),
      actor: scope.actor?.name ?? '',
      purpose: 'sample',
    });
    await setRequestKey(tx, workplaceId, order_id, key);
    return { order_id, name: nameOf(number) };
  });
}
