import type { StoreValues } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findStore } from '../../connections/index.ts';
import { cleanHtml } from '../../sourcing/index.ts';
import { fieldRecords, saveFields } from '../field-repo.ts';
import { findListing, lockListing, noteOverride } from '../listing-repo.ts';
import { judgeListing } from '../queries/field-differences.ts';
import { findVariants, lockProducts } from '../repo.ts';
import { fieldNamed } from '../rules/field-text.ts';
import { type KeptField, keptValue } from '../rules/kept-value.ts';
import { countDifferences, pathOf } from '../rules/listing-fields.ts';
import { readOverride, writeOverride } from './save-override.ts';
import { readOwnValues } from './wanted-listing.ts';

const refused = (at: number, key: string, field: string) =>
  new AppError('UNPROCESSABLE_ENTITY', key, { params: { field }, fields: { [`fields.${at}`]: [key] } });

/**
 * Makes values that a store held when it was last read the store's own values of the product, so that later edits start from
 * them. The record of the last push then says that we wrote them, and the listing stays as current as it was. Resetting the own
 * value has the next push write the common one. Throws LISTING_NOT_FOUND, PRODUCT_IS_PROCESSING, FIELD_NOT_IN_LISTING, and
 * FIELD_NOT_KEEPABLE for a value that can't be one of the store, or is a part's of a split product.
 */
export async function keepValues(
  deps: Deps,
  scope: WorkplaceScope,
  listingId: string,
  fields: readonly KeptField[],
): Promise<{ revision: number; fields: number }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    const missing = new AppError('NOT_FOUND', 'LISTING_NOT_FOUND');
    const found = await findListing(tx, workplaceId, listingId);
    if (!found) throw missing;
    // Products before listings, as startPush does.
    const [product] = await lockProducts(tx, workplaceId, [found.product_id]);
    await lockListing(tx, workplaceId, listingId);
    const store = await findStore(tx, workplaceId, found.store_id);
    const record = (await fieldRecords(tx, workplaceId, [listingId])).get(listingId);
    if (!product || !store || !record) throw missing;
    // What a push under way writes is recorded when it ends, and would be taken for the merchant's.
    if (product.push_state === 'processing')
      throw new AppError('BAD_REQUEST', 'PRODUCT_IS_PROCESSING', { fields: { fields: ['PRODUCT_IS_PROCESSING'] } });
    const variants = await findVariants(tx, workplaceId, [product.product_id]);
    const judge = async (known = record) => {
      const listing = await findListing(tx, workplaceId, listingId);
      const values = await readOwnValues(tx, workplaceId, store, [product.product_id]);
      return judgeListing(deps, listing ?? found, product, variants, store, values, known);
    };
    const { wanted } = await judge();
    const paths = [...new Set(fields)].map((field, at) => ({ at, field, path: pathOf(fieldNamed(field)) }));
    const edit: Partial<StoreValues> = {};
    for (const { at, field, path } of paths) {
      const held = record.seen.get(path);
      if (held === undefined || !wanted.has(path)) throw refused(at, 'FIELD_NOT_IN_LISTING', field);
      const value = found.parts > 1 ? undefined : keptValue(field, held);
      if (!value) throw refused(at, 'FIELD_NOT_KEEPABLE', field);
      Object.assign(edit, value);
    }
    if (edit.description_html) edit.description_html = cleanHtml(edit.description_html);
    const before = await readOverride(tx, workplaceId, product.product_id, store.store_id);
    const override = await writeOverride(tx, workplaceId, product, before, edit, () => 'fields');
    const after = await judge();
    const choices = { ...record.choices };
    const sent = new Map(record.sent);
    for (const { path } of paths) {
      const ours = after.wanted.get(path);
      const held = record.seen.get(path);
      delete choices[path];
      if (ours !== undefined && held !== undefined) sent.set(path, { ours, held });
    }
    const { verdicts } = await judge({ ...record, sent, choices });
    await saveFields(tx, workplaceId, [{ listingId, sent, seen: record.seen, choices, ...countDifferences(verdicts) }]);
    await noteOverride(tx, workplaceId, listingId, { from: before.revision, to: override.revision });
    return { revision: override.revision, fields: paths.length };
  });
}
