import { metafieldId } from '@quayside/connector-kit';
import { MOST_METAFIELDS } from '@quayside/contracts';
import { AppError, type MessageParams, notFound, notFoundField } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore } from '../../connections/index.ts';
import { findListings, lockProducts } from '../../products/index.ts';
import { findDefinitions } from '../definition-repo.ts';
import { checkValue } from '../rules/check-value.ts';
import { findPushed, findValues, removeValues, saveValues, type ValueRow } from '../value-repo.ts';

export interface MetafieldEdit {
  productId: string;
  storeId: string;
  values: readonly {
    /** `namespace.key` */
    metafield: string;
    /** null: removes it, from the store too where the store has what is known here. */
    value: string | null;
    /** The value on the screen. */
    before: string | null;
    again?: boolean | undefined;
  }[];
}

const refuse = (at: number, part: 'metafield' | 'value', key: string, params: MessageParams = {}) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { params, fields: { [`values.${at}.${part}`]: [key] } });

/** Ids of values that the store has as well, as far as is known: what is removed of them here is removed there. */
async function findBases(tx: Executor, workplaceId: string, productId: string, storeId: string): Promise<Set<string>> {
  const parts = (await findListings(tx, workplaceId, [productId], [storeId])).filter(
    (one) => one.external_product_id !== null,
  );
  const pushed = await findPushed(
    tx,
    workplaceId,
    parts.map((one) => one.listing_id),
  );
  return new Set(pushed.flatMap(({ known }) => Object.keys(known)));
}

/**
 * Sets metafields of a product in a store, all of them or none. The store gets them with the next push. Throws, naming the field,
 * for one that the store doesn't define or that doesn't take the value, and METAFIELD_CHANGED_MEANWHILE.
 */
export async function saveMetafields(deps: Deps, scope: WorkplaceScope, edit: MetafieldEdit): Promise<void> {
  const { workplaceId } = scope;
  const { productId, storeId, values } = edit;
  await deps.db.tenant(scope, async (tx) => {
    const [product] = await lockProducts(tx, workplaceId, [productId]);
    if (!product) throw notFound('PRODUCT_NOT_FOUND');
    const store = await findStore(tx, workplaceId, storeId);
    if (!store) throw notFoundField('store_id', 'STORE_NOT_FOUND');
    if (store.mode !== product.mode)
      throw new AppError('UNPROCESSABLE_ENTITY', 'SANDBOX_MIXED', {
        fields: { store_id: ['SANDBOX_MIXED'] },
      });
    const definitions = new Map(
      (await findDefinitions(tx, workplaceId, [storeId])).map((one) => [metafieldId(one), one]),
    );
    const known = new Map(
      (await findValues(tx, workplaceId, [productId], storeId)).map((one) => [metafieldId(one), one]),
    );
    const bases = await findBases(tx, workplaceId, productId, storeId);
    const saved: ValueRow[] = [];
    const removed: ValueRow[] = [];
    for (const [at, { metafield, value: typed, before, again = false }] of values.entries()) {
      const there = known.get(metafield);
      const value = typed?.trim() === '' ? null : typed;
      const current = there && !there.removed ? there.value : null;
      if (current !== before && current !== value) throw refuse(at, 'value', 'METAFIELD_CHANGED_MEANWHILE');
      if (value === null) {
        if (there && bases.has(metafield)) saved.push({ ...there, removed: true, again });
        else if (there) removed.push(there);
        continue;
      }
      const definition = definitions.get(metafield);
      if (!definition) throw refuse(at, 'metafield', 'METAFIELD_UNKNOWN');
      const checked = checkValue(definition, value);
      if ('problem' in checked) throw refuse(at, 'value', checked.problem.key, checked.problem.params);
      const { namespace, key, name, type } = definition;
      saved.push({
        product_id: productId,
        store_id: storeId,
        namespace,
        key,
        name,
        type,
        value: checked.value,
        again,
        removed: false,
      });
    }
    const fresh = saved.filter((one) => !known.has(metafieldId(one)));
    if (known.size - removed.length + fresh.length > MOST_METAFIELDS)
      throw new AppError('UNPROCESSABLE_ENTITY', 'METAFIELD_TOO_MANY', {
        params: { max: MOST_METAFIELDS },
        fields: { values: ['METAFIELD_TOO_MANY'] },
      });
    if (removed.length > 0) await removeValues(tx, workplaceId, productId, storeId, removed);
    if (saved.length > 0) await saveValues(tx, workplaceId, saved);
    await publish(tx, workplaceId, 'products', [productId]);
  });
}
