import { AppError } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { publish } from '../../../live/publish.ts';
import { findStore } from '../../connections/index.ts';
import { fieldRecords, saveChoices, saveDifferences } from '../field-repo.ts';
import { findListing, lockListing } from '../listing-repo.ts';
import { judgeListing } from '../queries/field-differences.ts';
import { findVariants, lockProducts } from '../repo.ts';
import type { FieldChoice } from '../rules/field-owner.ts';
import { countDifferences, type FieldPath, partsOf } from '../rules/listing-fields.ts';
import { readStoreTerms } from './wanted-listing.ts';

export interface FieldsChosen {
  listingId: string;
  /** Absent: every field that the store changed. */
  paths?: readonly FieldPath[];
  choice: FieldChoice;
}

const notFoundAt = (field: string) =>
  new AppError('NOT_FOUND', 'LISTING_NOT_FOUND', { fields: { [field]: ['LISTING_NOT_FOUND'] } });

function unknownField(item: number, at: number, path: FieldPath): AppError {
  const { field, variantId } = partsOf(path);
  const name = `items.${item}.fields.${at}.${variantId === null ? 'field' : 'variant_id'}`;
  return new AppError('UNPROCESSABLE_ENTITY', 'FIELD_NOT_IN_LISTING', {
    params: { field },
    fields: { [name]: ['FIELD_NOT_IN_LISTING'] },
  });
}

/**
 * Records for fields of listings whether the next push writes ours or leaves the store's. Nothing is written to a store. Throws
 * LISTING_NOT_FOUND, and FIELD_NOT_IN_LISTING for a field that a listing doesn't have.
 */
export async function chooseFields(
  deps: Deps,
  scope: WorkplaceScope,
  asked: readonly FieldsChosen[],
): Promise<{ listings: number; fields: number }> {
  const { workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    let fields = 0;
    for (const [at, { listingId, paths, choice }] of asked.entries()) {
      const found = await findListing(tx, workplaceId, listingId);
      if (!found) throw notFoundAt(`items.${at}.listing_id`);
      // Products before listings, as startPush does.
      const [product] = await lockProducts(tx, workplaceId, [found.product_id]);
      await lockListing(tx, workplaceId, listingId);
      const store = await findStore(tx, workplaceId, found.store_id);
      const record = (await fieldRecords(tx, workplaceId, [listingId])).get(listingId);
      if (!product || !store || !record) throw notFoundAt(`items.${at}.listing_id`);
      const variants = await findVariants(tx, workplaceId, [product.product_id]);
      const terms = await readStoreTerms(tx, workplaceId, store, [product.product_id]);
      const before = judgeListing(deps, found, product, variants, store, terms, record);
      const unknown = paths?.findIndex((path) => !before.wanted.has(path)) ?? -1;
      if (unknown >= 0) throw unknownField(at, unknown, paths?.[unknown] ?? '');
      const differing = [...before.verdicts].flatMap(([path, verdict]) =>
        verdict === 'conflict' || verdict === 'theirs' ? [path] : [],
      );
      const chosen = Object.fromEntries((paths ?? differing).map((path) => [path, choice]));
      fields += Object.keys(chosen).length;
      await saveChoices(tx, workplaceId, listingId, chosen);
      const choices = { ...record.choices, ...chosen };
      const after = judgeListing(deps, found, product, variants, store, terms, { ...record, choices });
      await saveDifferences(tx, workplaceId, listingId, countDifferences(after.verdicts));
    }
    await publish(tx, workplaceId, 'listings');
    return { listings: asked.length, fields };
  });
}
