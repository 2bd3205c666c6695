import type { FieldValue } from '@quayside/connector-kit';
import { type FieldDifference, MOST_DIFFERENCES } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { findStore, type Store } from '../../connections/index.ts';
import { readStoreTerms, wantedListing } from '../actions/wanted-listing.ts';
import { type FieldRecord, fieldRecords } from '../field-repo.ts';
import { findListing } from '../listing-repo.ts';
import { findProduct, findVariants } from '../repo.ts';
import type { Verdict } from '../rules/field-owner.ts';
import { FIELD_NAMES, fieldText } from '../rules/field-text.ts';
import { type FieldPath, judgeFields, partsOf, wantedFields } from '../rules/listing-fields.ts';
import type { StoreTerms } from '../rules/listing-input.ts';
import type { ListingRow, Product, Variant } from '../tables.ts';

export interface Judged {
  wanted: ReadonlyMap<FieldPath, FieldValue>;
  verdicts: ReadonlyMap<FieldPath, Verdict>;
}

/** Whose value each field of a listing keeps, as far as is known since the store was last read. */
export function judgeListing(
  deps: Pick<Deps, 'config' | 'connectors'>,
  listing: ListingRow,
  product: Product,
  variants: readonly Variant[],
  store: Pick<Store, 'mode' | 'currency' | 'platform'>,
  terms: StoreTerms,
  record: FieldRecord,
): Judged {
  const wanted = wantedFields(wantedListing(deps, listing, product, variants, store, terms));
  return { wanted, verdicts: judgeFields(wanted, record.seen, record) };
}

/** What people call a variant: its options, else its SKU. */
export const variantLabels = (variants: readonly Variant[]): Map<string, string> =>
  new Map(variants.map((one) => [one.variant_id, one.option_values.join(' / ') || one.sku]));

const SHOWN = ['conflict', 'theirs', 'write'] as const;
type Shown = (typeof SHOWN)[number];
const isShown = (verdict: Verdict): verdict is Shown => SHOWN.some((one) => one === verdict);

export interface Differences {
  items: FieldDifference[];
  counts: Record<Shown, number>;
  record: FieldRecord;
}

/** The fields of a listing that differ from its store, conflicts first. undefined: no such listing, or its product is gone. */
export async function findDifferences(
  ex: Executor,
  deps: Pick<Deps, 'config' | 'connectors'>,
  workplaceId: string,
  listingId: string,
): Promise<Differences | undefined> {
  const listing = await findListing(ex, workplaceId, listingId);
  const product = listing && (await findProduct(ex, workplaceId, listing.product_id));
  const store = listing && (await findStore(ex, workplaceId, listing.store_id));
  const record = (await fieldRecords(ex, workplaceId, [listingId])).get(listingId);
  if (!listing || !product || !store || !record) return undefined;
  const variants = await findVariants(ex, workplaceId, [product.product_id]);
  const terms = await readStoreTerms(ex, workplaceId, store, [product.product_id]);
  const { wanted, verdicts } = judgeListing(deps, listing, product, variants, store, terms, record);
  const labels = variantLabels(variants);
  const items: FieldDifference[] = [];
  const counts: Differences['counts'] = { write: 0, theirs: 0, conflict: 0 };
  for (const shown of SHOWN)
    for (const [path, verdict] of verdicts) {
      if (!isShown(verdict) || verdict !== shown) continue;
      counts[shown] += 1;
      const { field, variantId } = partsOf(path);
      const text = (value: FieldValue | undefined) => fieldText(field, value, store.currency);
      if (items.length < MOST_DIFFERENCES)
        items.push({
          field: FIELD_NAMES[field],
          variant_id: variantId,
          label: variantId === null ? null : (labels.get(variantId) ?? null),
          ours: text(wanted.get(path)),
          sent: text(record.sent.get(path)?.ours),
          theirs: text(record.seen.get(path)),
          verdict,
          choice: record.choices[path] ?? null,
        });
    }
  return { items, counts, record };
}
