import { metafieldId } from '@quayside/connector-kit';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore, findStoreLists, isListOffered, readList, withStore } from '../../connections/index.ts';
import { findListings, lockProducts } from '../../products/index.ts';
import { type DefinitionRow, findDefinitions } from '../definition-repo.ts';
import { readTakenInJob } from '../jobs/metafields.ts';
import { checkValue } from '../rules/check-value.ts';
import { printsOf } from '../rules/pending.ts';
import { addValues, saveKnown, type ValueRow } from '../value-repo.ts';
import { definitionList } from './read-definitions.ts';

/** Asks a job to read the metafields of products that were just taken in from a store. */
export async function requestTakenIn(
  tx: Executor,
  deps: Pick<Deps, 'queue' | 'connectors'>,
  { accountId, workplaceId }: WorkplaceScope,
  storeId: string,
  productIds: readonly string[],
): Promise<void> {
  const store = await findStore(tx, workplaceId, storeId);
  if (!store || !isListOffered(deps, definitionList, store.platform) || productIds.length === 0) return;
  await deps.queue.send(tx, readTakenInJob, { accountId, workplaceId, storeId, productIds: [...productIds] });
}

/** The store's definitions, read now if they never were. */
async function definitionsOf(deps: Deps, here: WorkplaceScope, storeId: string): Promise<DefinitionRow[]> {
  const { workplaceId } = here;
  const read = () => deps.db.read(here, (ex) => findDefinitions(ex, workplaceId, [storeId]));
  const lists = await deps.db.read(here, (ex) => findStoreLists(ex, workplaceId, definitionList.kind));
  if (!lists.some((one) => one.store_id === storeId && one.read_at !== null)) {
    await readList(deps, definitionList, here, storeId);
  }
  return read();
}

/**
 * Gives products that were taken in the metafields that the store has of them, as far as they are edited here. A value that was
 * set here meanwhile stays.
 */
export async function readTakenIn(
  deps: Deps,
  here: WorkplaceScope,
  storeId: string,
  productIds: readonly string[],
): Promise<void> {
  const { workplaceId } = here;
  const definitions = new Map((await definitionsOf(deps, here, storeId)).map((one) => [metafieldId(one), one]));
  if (definitions.size === 0) return;
  const listings = (await deps.db.read(here, (ex) => findListings(ex, workplaceId, productIds, [storeId]))).flatMap(
    ({ listing_id: id, product_id: productId, external_product_id: externalId }) =>
      externalId === null ? [] : [{ id, productId, externalId }],
  );
  if (listings.length === 0) return;
  const ask = { externalProductIds: listings.map((one) => one.externalId), ids: [...definitions.keys()] };
  const found = await withStore(deps, here, storeId, async ({ connector, ctx }) =>
    connector.readMetafields?.(ctx, ask),
  );
  const rows: ValueRow[] = [];
  const known: { listing_id: string; known: Record<string, string> }[] = [];
  for (const { id, productId, externalId } of listings) {
    const own = (found?.get(externalId) ?? []).flatMap((field) => {
      const definition = definitions.get(metafieldId(field));
      const checked = definition?.type === field.type ? checkValue(definition, field.value) : undefined;
      return definition && checked && 'value' in checked
        ? [{ ...field, name: definition.name, value: checked.value }]
        : [];
    });
    rows.push(
      ...own.map((one) => ({ ...one, product_id: productId, store_id: storeId, again: false })),
    );
    known.push({ listing_id: id, known: printsOf(own) });
  }
  if (rows.length === 0) return;
  await deps.db.tenant(here, async (tx) => {
    await lockProducts(tx, workplaceId, [...new Set(listings.map((one) => one.productId))]);
    await addValues(tx, workplaceId, rows);
    await saveKnown(tx, workplaceId, storeId, known);
    await publish(tx, workplaceId, 'products', [...new Set(rows.map((one) => one.product_id))].slice(0, 100));
  });
}
