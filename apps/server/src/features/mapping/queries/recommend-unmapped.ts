import type { Executor } from '../../../db/index.ts';
import type { Store } from '../../connections/index.ts';
import type { unmappedProducts } from '../../orders/index.ts';
import { listedBarcodes, type MappingCandidate, mappingCandidates } from '../../products/index.ts';
import { findHashes } from '../picture-repo.ts';
import { type Recommended, recommend } from '../rules/recommend.ts';
import { tellingWords } from '../rules/words.ts';

type Unmapped = Awaited<ReturnType<typeof unmappedProducts>>[number];

/** The variants that sold products probably are, in their order. */
export async function recommendAll(
  ex: Executor,
  workplaceId: string,
  sold: readonly Unmapped[],
  stores: ReadonlyMap<string, Pick<Store, 'mode'>>,
): Promise<(Recommended<MappingCandidate> | undefined)[]> {
  if (sold.length === 0) return [];
  const known = await listedBarcodes(ex, workplaceId, sold);
  const barcodeOf = (one: Unmapped) => known.get(`${one.store_id} ${one.external_variant_id}`);
  const barcodes = [...new Set(known.values())];
  const skus = [...new Set(sold.flatMap((one) => one.sku || []))];
  const words = [...new Set(sold.flatMap((one) => tellingWords(one.title)))];
  const candidates = await mappingCandidates(ex, workplaceId, { skus, barcodes, words });
  const hashes = await findHashes(
    ex,
    workplaceId,
    [...sold, ...candidates].map((one) => one.image_url),
  );
  return sold.map((one) => {
    const mode = stores.get(one.store_id)?.mode;
    return mode && one.external_variant_id
      ? recommend({ ...one, mode, barcode: barcodeOf(one) ?? null }, candidates, hashes)
      : undefined;
  });
}
