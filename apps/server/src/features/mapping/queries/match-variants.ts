import type { Executor } from '../../../db/index.ts';
import type { Mode } from '../../../deps.ts';
import { findStore } from '../../connections/index.ts';
import type { VariantMatch, WantedVariant } from '../../orders/index.ts';
import { matchVariants as matchListings } from '../../products/index.ts';
import { heldVariants } from '../proposal-repo.ts';
import { findChoices } from '../repo.ts';
import { chooseSupplier } from '../rules/choose.ts';
import type { ChoiceRow, ComponentRow } from '../tables.ts';

const variantOf = (row: ComponentRow): VariantMatch => ({
  productId: row.product_id,
  variantId: row.variant_id,
  source: row.source,
  sourceProductId: row.source_product_id,
  sourceVariantId: row.source_variant_id,
  sourceSku: row.source_sku,
  piecesPerUnit: row.quantity,
  cost: row.unit_cost,
  currency: row.cost_currency,
  imageUrl: row.image_url,
});

const toMatch = (row: ChoiceRow): VariantMatch => ({
  ...variantOf(row),
  ...(row.further.length > 0
    ? {
        further: row.further.map((part) => ({
          ...variantOf(part),
          title: part.title,
          variantTitle: part.option_values.join(' / '),
        })),
      }
    : {}),
});

/** Matches of order lines by supplier choices only, in the order of `wanted`. */
export async function matchMapped(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  wanted: readonly WantedVariant[],
): Promise<(VariantMatch | undefined)[]> {
  const ids = [...new Set(wanted.flatMap((one) => one.externalVariantId ?? []))];
  const byVariant = Map.groupBy(await findChoices(ex, workplaceId, storeId, ids), (row) => row.external_variant_id);
  return wanted.map((one) => {
    const choice = chooseSupplier(byVariant.get(one.externalVariantId ?? '') ?? [], one.country);
    return choice && toMatch(choice);
  });
}

/** The same matches, with those marked whose supplier variant is missing and held. */
export async function markHeld(
  ex: Executor,
  workplaceId: string,
  mode: Mode | undefined,
  matches: readonly (VariantMatch | undefined)[],
): Promise<(VariantMatch | undefined)[]> {
  if (!mode) return [...matches];
  const nameOf = (match: Omit<VariantMatch, 'further'>) => ({
    source: match.source,
    mode,
    source_product_id: match.sourceProductId,
    source_variant_id: match.sourceVariantId,
  });
  const all = matches.flatMap((match) => (match ? [match, ...(match.further ?? [])] : []));
  const isHeld = await heldVariants(ex, workplaceId, all.map(nameOf));
  const marked = <M extends Omit<VariantMatch, 'further'>>(match: M): M =>
    isHeld(nameOf(match)) ? { ...match, held: true } : match;
  return matches.map(
    (match) => match && { ...marked(match), ...(match.further ? { further: match.further.map(marked) } : {}) },
  );
}

/** Matches of order lines: by supplier choices first, then among our listings. In the order of `wanted`. */
export async function matchVariants(
  ex: Executor,
  workplaceId: string,
  storeId: string,
  wanted: readonly WantedVariant[],
): Promise<(VariantMatch | undefined)[]> {
  const mapped = await matchMapped(ex, workplaceId, storeId, wanted);
  const rest = wanted.filter((_one, at) => !mapped[at]);
  const listed = rest.length === 0 ? [] : await matchListings(ex, workplaceId, storeId, rest);
  const found = new Map(rest.map((one, at) => [one, listed[at]]));
  const mode = (await findStore(ex, workplaceId, storeId))?.mode;
  return markHeld(
    ex,
    workplaceId,
    mode,
    wanted.map((one, at) => mapped[at] ?? found.get(one)),
  );
}
