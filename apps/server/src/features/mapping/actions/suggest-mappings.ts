import { newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { listStores } from '../../connections/index.ts';
import { unmappedProducts } from '../../orders/index.ts';
import { listedWithoutSupplier, type MappingCandidate, mainPictures, mappingCandidates } from '../../products/index.ts';
import { readPicturesJob, suggestMappingsJob } from '../jobs/mapping.ts';
import { type ComparedPicture, findHashes, findSameLooking, hasWanted, wantPictures } from '../picture-repo.ts';
import { lockMappings, mappedVariants } from '../repo.ts';
import { type Hashes, judge, recommend } from '../rules/recommend.ts';
import { tellingWords } from '../rules/words.ts';
import {
  claimRun,
  decideSuggestions,
  endRun,
  findRun,
  holdRun,
  type NewSuggestion,
  readMapFrom,
  releaseRun,
  type SuggestionRun,
  saveRun,
  saveSuggestions,
} from '../suggestion-repo.ts';
import { GATHER_SECONDS } from './request-suggestions.ts';
import { saveMappings, type VariantChoices } from './save-mappings.ts';
import { toSuggestedChoice } from './suggested-choice.ts';

/** Listings per batch: few, so that each gets candidates of its own among those that are read. */
const LISTINGS = 10;
/** How long one job compares before others get its slot, in milliseconds. */
const SLICE_MS = 20_000;
const BETWEEN_SLICES_MS = 2_000;
const HELD_MS = 125_000;

/** Variants of the next listings without a supplier choice. */
async function nextVariants(tx: Executor, workplaceId: string, after: string | null) {
  const listed = await listedWithoutSupplier(tx, workplaceId, { after, listings: LISTINGS });
  const unmapped: typeof listed = [];
  for (const [storeId, own] of Map.groupBy(listed, (one) => one.store_id)) {
    const ids = own.map((one) => one.external_variant_id);
    const mapped = await mappedVariants(tx, workplaceId, storeId, ids);
    unmapped.push(...own.filter((one) => !mapped.has(one.external_variant_id)));
  }
  return { unmapped, last: listed.at(-1)?.listing_id };
}

/** Imported products and sold ones whose pictures a run wants, the newest. */
const MOST_IMPORTED = 500;
const MOST_SOLD = 100;
/** Candidates of a variant whose pictures are compared: the likeliest. */
const PICTURED = 5;
/** Imported pictures that look like a batch's, from which further candidates come. */
const MOST_SAME_LOOKING = 50;

/** Has the pictures of a batch's variants, and of what they may be, read for the next run. */
async function wantPicturesOf(
  tx: Executor,
  workplaceId: string,
  unmapped: Awaited<ReturnType<typeof nextVariants>>['unmapped'],
  candidates: readonly MappingCandidate[],
  hashes: Hashes,
): Promise<void> {
  const once = [...new Map(unmapped.map((one) => [one.image_url, one])).values()];
  const wanted = once.flatMap((one): ComparedPicture[] => {
    const { image_url: url, mode } = one;
    if (!url) return [];
    const likely = candidates
      .flatMap((candidate) => judge({ ...one, variant_title: one.option_values.join(' / ') }, candidate, hashes) ?? [])
      .toSorted((a, b) => b.confidence - a.confidence)
      .slice(0, PICTURED);
    return [
      { url, mode },
      ...likely.flatMap(({ candidate }) => (candidate.image_url ? [{ url: candidate.image_url, mode }] : [])),
    ];
  });
  await wantPictures(tx, workplaceId, wanted);
}

async function suggestionsFor(
  tx: Executor,
  workplaceId: string,
  unmapped: Awaited<ReturnType<typeof nextVariants>>['unmapped'],
): Promise<NewSuggestion[]> {
  if (unmapped.length === 0) return [];
  const own = await findHashes(
    tx,
    workplaceId,
    unmapped.map((one) => one.image_url),
  );
  const candidates = await mappingCandidates(tx, workplaceId, {
    pictures: await findSameLooking(tx, workplaceId, [...own.values()], MOST_SAME_LOOKING),
    skus: [...new Set(unmapped.flatMap((one) => one.sku || []))],
    barcodes: [...new Set(unmapped.flatMap((one) => one.barcode || []))],
    words: [...new Set(unmapped.flatMap((one) => tellingWords(one.title)))],
  });
  const others = await findHashes(
    tx,
    workplaceId,
    candidates.map((one) => one.image_url),
  );
  const hashes = new Map([...own, ...others]);
  await wantPicturesOf(tx, workplaceId, unmapped, candidates, hashes);
  return unmapped.map((one) => {
    const variantTitle = one.option_values.join(' / ');
    const best = recommend<MappingCandidate>({ ...one, variant_title: variantTitle }, candidates, hashes);
    return {
      store_id: one.store_id,
      external_product_id: one.external_product_id,
      external_variant_id: one.external_variant_id,
      product_id: one.product_id,
      mode: one.mode,
      title: one.title,
      variant_title: variantTitle,
      sku: one.sku,
      image_url: one.image_url,
      partner: best?.candidate ?? null,
      confidence: best?.confidence ?? 0,
      reasons: best?.reasons ?? [],
    };
  });
}

/** Has the pictures read that any variant without a supplier may be compared with, and those of what was sold without one. */
async function wantOtherPictures(tx: Executor, workplaceId: string): Promise<void> {
  const stores = new Map((await listStores(tx, workplaceId, true)).map((store) => [store.store_id, store.mode]));
  const sold = await unmappedProducts(tx, workplaceId, { page_size: MOST_SOLD });
  const ofSold = sold.flatMap(({ image_url: url, store_id: storeId }) => {
    const mode = stores.get(storeId);
    return url && mode ? [{ url, mode }] : [];
  });
  await wantPictures(tx, workplaceId, [...ofSold, ...(await mainPictures(tx, workplaceId, MOST_IMPORTED))]);
}

/** Compares a batch, and maps what the owner's setting lets it. undefined: this worker has the run no longer. */
async function compareBatch(
  deps: Deps,
  here: WorkplaceScope,
  run: SuggestionRun,
  holder: string,
): Promise<SuggestionRun | 'end' | undefined> {
  const { workplaceId } = here;
  return deps.db.tenant(here, async (tx) => {
    // In the order in which decisions lock them.
    await lockMappings(tx, workplaceId);
    if (!(await holdRun(tx, workplaceId, holder))) return undefined;
    if (run.cursor === null) await wantOtherPictures(tx, workplaceId);
    const { last, unmapped } = await nextVariants(tx, workplaceId, run.cursor);
    if (last === undefined) {
      const again = await endRun(tx, workplaceId, run);
      if (await hasWanted(tx, workplaceId)) await deps.queue.send(tx, readPicturesJob, here, {});
      if (again) await deps.queue.send(tx, suggestMappingsJob, here, { afterSeconds: GATHER_SECONDS });
      await publish(tx, workplaceId, 'products');
      return 'end';
    }
    const found = await suggestionsFor(tx, workplaceId, unmapped);
    const saved = await saveSuggestions(tx, workplaceId, found, run.started_at);
    const from = await readMapFrom(tx, workplaceId);
    if (from !== null) {
      const stores = new Map((await listStores(tx, workplaceId, false)).map((store) => [store.store_id, store]));
      const sure: { id: string; choices: VariantChoices }[] = [];
      for (const { external_variant_id: variantId, state, store_id: storeId, suggestion_id: id } of saved) {
        const one = found.find((row) => row.store_id === storeId && row.external_variant_id === variantId);
        const isFree = stores.get(storeId)?.moving === null;
        if (one?.partner && state === 'open' && one.confidence >= from && isFree)
          sure.push({ id, choices: toSuggestedChoice(one, one.partner) });
      }
      if (sure.length > 0) {
        const ids = sure.map(({ id }) => id);
        await decideSuggestions(tx, workplaceId, ids, { state: 'applied', automatic: true });
        await saveMappings(
          tx,
          deps,
          here,
          sure.map(({ choices }) => choices),
        );
      }
    }
    await saveRun(tx, workplaceId, last);
    return { ...run, cursor: last };
  });
}

/**
 * Compares a workspace's variants without a supplier with its imported products, a few listings at a time. One worker at a time
 * has the run; one that was killed is continued at its last batch.
 */
export async function suggestMappings(deps: Deps, here: WorkplaceScope, signal: AbortSignal): Promise<void> {
  const { workplaceId } = here;
  const holder = newId();
  const until = Date.now() + SLICE_MS;
  let run = await deps.db.tenant(here, (tx) => claimRun(tx, workplaceId, holder));
  if (!run) {
    const there = await deps.db.read(here, (ex) => findRun(ex, workplaceId));
    if (there?.is_checking) throw new Later(HELD_MS, 'another worker compares variants');
    return;
  }
  try {
    while (!signal.aborted && Date.now() < until) {
      const next = await compareBatch(deps, here, run, holder);
      if (next === undefined || next === 'end') return;
      run = next;
    }
  } finally {
    await deps.db.tenant(here, (tx) => releaseRun(tx, workplaceId, holder));
  }
  throw new Later(BETWEEN_SLICES_MS, 'more variants are to be compared');
}
