import type { SupplierId } from '@quayside/connector-kit';
import { AppError, newId } from '@quayside/kernel';
import { type Executor, everyoneIn, type WorkplaceScope } from '../../../db/index.ts';
import type { Deps, Mode } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { notify } from '../../notifications/index.ts';
import { dayOf, shiftDay, startOfDay } from '../../orders/index.ts';
import { listedSources, listedSourceVariants, listedSuppliers, mappingCandidates } from '../../products/index.ts';
import { readCatalogFacts, type SourceWithFacts } from '../../sourcing/index.ts';
import { generalSettings } from '../../workspaces/index.ts';
import {
  type CheckState,
  claimCheck,
  claimDueChecks,
  deleteCheck,
  endCheck,
  mappedSources,
  mappedSourceVariants,
  mappedSuppliers,
  readHealing,
  saveCheck,
} from '../healing-repo.ts';
import { checkMappingsJob } from '../jobs/mapping.ts';
import { findHashes } from '../picture-repo.ts';
import {
  decideProposals,
  insertProposals,
  lockCurrentProposals,
  lockProposals,
  type NewProposal,
  setHeld,
  updateProposal,
} from '../proposal-repo.ts';
import { lockMappings } from '../repo.ts';
import { decide, type Finding, findMissing, type HealingSetting, isFault } from '../rules/heal.ts';
import { recommend } from '../rules/recommend.ts';
import { tellingWords } from '../rules/words.ts';
import type { Partner, Proposal, UsedVariant } from '../tables.ts';
import { applyProposal, type HealPorts } from './apply-proposal.ts';
import { remapBuyers } from './hold-orders.ts';

/** Supplier products per batch. */
const BATCH = 50;
/** How long one job checks before others get its slot, in milliseconds. */
const SLICE_MS = 45_000;
/** Checks sent at a time. */
const MOST_CHECKS = 500;
/** Hours after midnight, in the workspace's time zone, among which the nightly checks are spread. */
const NIGHT_FROM = 1;
const NIGHT_HOURS = 4;

type Supplier = { source: SupplierId; mode: Mode };
type Facts = ReadonlyMap<string, SourceWithFacts | undefined>;

const nameOf = ({ mode, source }: Supplier): string => `${source} ${mode}`;

/** Claims due checks and enqueues their jobs in one transaction. */
export const sendMappingChecks = (deps: Pick<Deps, 'db' | 'queue'>): Promise<void> =>
  deps.db.global(async (tx) => {
    await deps.queue.sendMany(tx, checkMappingsJob, await claimDueChecks(tx, MOST_CHECKS));
  });

/** When the next nightly check starts: workspaces are spread over the night, so that suppliers aren't asked all at once. */
export function nextNight(now: number, timeZone: string, workplaceId: string): string {
  const midnight = Date.parse(startOfDay(shiftDay(dayOf(now, timeZone), 1), timeZone));
  const share = Number.parseInt(workplaceId.slice(-4), 16) / 0x10000;
  return new Date(midnight + (NIGHT_FROM + NIGHT_HOURS * share) * 3_600_000).toISOString();
}

/** All suppliers that something is bought from, in a fixed order. */
async function suppliersOf(ex: Executor, workplaceId: string): Promise<Supplier[]> {
  const all = [...(await mappedSuppliers(ex, workplaceId)), ...(await listedSuppliers(ex, workplaceId))];
  return [...new Map(all.map((one) => [nameOf(one), one]))]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([, one]) => one);
}

async function nextSources(ex: Executor, workplaceId: string, from: Supplier, after: string): Promise<string[]> {
  const mapped = await mappedSources(ex, workplaceId, from, after, BATCH);
  const listed = await listedSources(ex, workplaceId, from, after, BATCH);
  return [...new Set([...mapped, ...listed])].toSorted((a, b) => (a < b ? -1 : 1)).slice(0, BATCH);
}

/** The bought variants of supplier products. */
async function usedVariants(
  ex: Executor,
  workplaceId: string,
  from: Supplier,
  ids: readonly string[],
): Promise<{ used: Map<string, UsedVariant[]>; shipTo: Map<string, string> }> {
  const listed = await listedSourceVariants(ex, workplaceId, from, ids);
  const mapped = await mappedSourceVariants(ex, workplaceId, from, ids);
  const once = new Map<string, UsedVariant>();
  for (const { ship_to: _country, ...one } of [...mapped.map((row) => ({ ...row, ship_to: '' })), ...listed])
    once.set(`${one.source_product_id} ${one.source_variant_id}`, one as UsedVariant);
  return {
    used: Map.groupBy(once.values(), (one) => one.source_product_id),
    shipTo: new Map(listed.map((one) => [one.source_product_id, one.ship_to])),
  };
}

const toPaired = (one: UsedVariant) => ({
  id: one.source_variant_id,
  sku: one.source_sku,
  ...(one.barcode ? { barcode: one.barcode } : {}),
  option_values: one.option_values,
});

function partnerOf(row: SourceWithFacts, id: string): Partner | null {
  const variant = row.detail.variants.find((one) => one.sourceVariantId === id);
  if (!variant) return null;
  return {
    source: row.source as Partner['source'],
    source_product_id: row.source_product_id,
    source_variant_id: variant.sourceVariantId,
    sku: variant.sku,
    title: row.title,
    option_values: variant.optionValues,
    image_url: variant.imageUrl ?? row.image_urls[0] ?? null,
    cost: variant.cost,
    currency: row.currency,
    stock: variant.stock ?? null,
    weight_grams: variant.weightGrams ?? null,
  };
}

type Found = Finding & { variant: UsedVariant; partnerRow: Partner | null };

/** A partner among the imported products, for a variant whose supplier product has none. */
async function searchImported(ex: Executor, workplaceId: string, found: readonly Found[]): Promise<void> {
  const open = found.filter((one) => !one.partnerRow);
  if (open.length === 0) return;
  const candidates = await mappingCandidates(ex, workplaceId, {
    skus: [...new Set(open.flatMap(({ variant }) => variant.source_sku || []))],
    barcodes: [...new Set(open.flatMap(({ variant }) => variant.barcode || []))],
    words: [...new Set(open.flatMap(({ variant }) => tellingWords(variant.title)))],
  });
  const pictures = [...open.map(({ variant }) => variant.image_url), ...candidates.map((each) => each.image_url)];
  const hashes = await findHashes(ex, workplaceId, pictures);
  for (const one of open) {
    const { variant } = one;
    const others = candidates.filter(
      (each) => each.source !== variant.source || each.source_product_id !== variant.source_product_id,
    );
    const { barcode, image_url, mode, source_sku: sku, title } = variant;
    const sought = { mode, sku, title, image_url, ...(barcode ? { barcode } : {}) };
    const best = recommend({ ...sought, variant_title: variant.option_values.join(' / ') }, others, hashes);
    if (!best) continue;
    const { candidate } = best;
    one.partnerRow = {
      source: candidate.source,
      source_product_id: candidate.source_product_id,
      source_variant_id: candidate.source_variant_id,
      sku: candidate.source_sku,
      title: candidate.title,
      option_values: candidate.option_values,
      image_url: candidate.image_url,
      cost: candidate.cost,
      currency: candidate.currency,
      stock: null,
      weight_grams: null,
    };
    one.confidence = best.confidence;
    one.reasons = best.reasons;
  }
}

const isSamePartner = (a: Partner | null, b: Partner | null): boolean =>
  a === null || b === null
    ? a === b
    : a.source === b.source &&
      a.source_product_id === b.source_product_id &&
      a.source_variant_id === b.source_variant_id &&
      a.sku === b.sku;

/** Whether a proposal would say the same as before, including the cost. */
const isSameOffer = (
  a: Pick<Proposal, 'confidence' | 'partner'>,
  b: Pick<Proposal, 'confidence' | 'partner'>,
): boolean =>
  isSamePartner(a.partner, b.partner) && a.confidence === b.confidence && a.partner?.cost === b.partner?.cost;

/**
 * Records what a batch found: new and changed proposals, and those that ended because the variant is back or isn't bought
 * any more. Returns the proposals to apply now.
 */
async function recordBatch(
  tx: Executor,
  deps: Deps,
  scope: WorkplaceScope,
  from: Supplier,
  ids: readonly string[],
  facts: Facts,
  setting: HealingSetting,
): Promise<string[]> {
  const { workplaceId } = scope;
  await lockMappings(tx, workplaceId);
  const compared = ids.filter((id) => facts.has(id));
  // Read again under the lock: a mapping may have changed while the supplier was asked.
  const { used } = await usedVariants(tx, workplaceId, from, compared);
  const found: Found[] = compared.flatMap((id) => {
    const row = facts.get(id);
    const own = used.get(id) ?? [];
    const now = row?.detail.variants.map((one) => ({
      id: one.sourceVariantId,
      sku: one.sku,
      ...(one.barcode ? { barcode: one.barcode } : {}),
      option_values: one.optionValues,
    }));
    return findMissing(own.map(toPaired), now).flatMap((one) => {
      const variant = own.find((each) => each.source_variant_id === one.id);
      const partnerRow = row && one.partner !== undefined ? partnerOf(row, one.partner) : null;
      return variant ? [{ ...one, variant, partnerRow }] : [];
    });
  });
  await searchImported(tx, workplaceId, found);
  const total = [...used.values()].reduce((sum, own) => sum + own.length, 0);
  const faulty = isFault(found.length, total);
  const known = await lockCurrentProposals(tx, workplaceId, from, compared);
  const keyOf = (one: Pick<UsedVariant, 'source_product_id' | 'source_variant_id'>) =>
    `${one.source_product_id} ${one.source_variant_id}`;
  const current = new Map(known.map((one) => [keyOf(one), one]));
  const missing = new Set(found.map(({ variant }) => keyOf(variant)));
  const over = known.filter((one) => !missing.has(keyOf(one)));
  await decideProposals(
    tx,
    workplaceId,
    over.map((one) => one.proposal_id),
    'closed',
  );
  const added: NewProposal[] = [];
  const apply: string[] = [];
  const moved: Proposal[] = over.filter((one) => one.held);
  const touched: UsedVariant[] = [...moved];
  for (const { confidence, kind, partnerRow, reasons, variant } of found) {
    const known = current.get(keyOf(variant));
    const isDecided = known !== undefined && known.state !== 'open';
    if (isDecided && isSamePartner(known.partner, partnerRow)) continue;
    const what = faulty ? 'list' : decide(setting, { confidence, hasPartner: partnerRow !== null });
    const held = what === 'hold';
    const id = known?.proposal_id ?? newId();
    const row = { proposal_id: id, kind, partner: partnerRow, confidence, reasons, held };
    if (!known) added.push({ ...variant, ...row });
    else if (isDecided || !isSameOffer(known, { confidence, partner: partnerRow }))
      await updateProposal(tx, workplaceId, row);
    else if (known.held !== held) await setHeld(tx, workplaceId, [id], held);
    if ((known?.held ?? false) !== held) touched.push(variant);
    if (what === 'apply') apply.push(id);
  }
  await insertProposals(tx, workplaceId, added);
  await remapBuyers(tx, deps, scope, touched);
  const waiting = added.filter((one) => !apply.includes(one.proposal_id));
  await notify(
    tx,
    workplaceId,
    waiting.map((one) => ({
      kind: 'mapping_missing' as const,
      subject: { id: one.proposal_id, name: one.title },
      isSandbox: from.mode === 'sandbox',
      params: { title: one.title, supplier: deps.connectors.suppliers[from.source]?.label ?? from.source },
    })),
  );
  if (added.length + over.length + touched.length > 0) await publish(tx, workplaceId, 'products');
  return apply;
}

/** Applies one proposal of a batch. One that can't be applied stays open, and stops no other. */
async function applyOne(deps: Deps, ports: HealPorts, scope: WorkplaceScope, id: string): Promise<void> {
  const { workplaceId } = scope;
  try {
    await deps.db.tenant(scope, async (tx) => {
      await lockMappings(tx, workplaceId);
      const [row] = await lockProposals(tx, workplaceId, [id]);
      const setting = await readHealing(tx, workplaceId);
      if (row?.state !== 'open' || !row.partner) return;
      if (decide(setting, { confidence: row.confidence, hasPartner: true }) !== 'apply') return;
      await applyProposal(tx, deps, ports, scope, { ...row, partner: row.partner }, true);
      await publish(tx, workplaceId, 'products');
    });
  } catch (error) {
    deps.log.error({ err: String(error), workplaceId, proposalId: id }, 'failed to apply a mapping proposal');
  }
}

/**
 * Compares a workspace's mappings with what its suppliers have now, a batch at a time, as long as its slice lasts. One
 * worker at a time does this for a workspace; one that was killed is continued at its last batch. A supplier that can't be
 * asked is continued there in the next check. Throws Later when there is more to do than fits in.
 */
export async function checkMappings(
  deps: Deps,
  ports: HealPorts,
  workplaceId: string,
  signal: AbortSignal,
): Promise<void> {
  const everyone = everyoneIn(workplaceId);
  const holder = newId();
  const state = await deps.db.global((tx) => claimCheck(tx, workplaceId, holder));
  if (!state) return;
  const { general, setting } = await deps.db.read(everyone, async (ex) => ({
    setting: await readHealing(ex, workplaceId),
    general: await generalSettings(ex, workplaceId),
  }));
  // Turned off, or the workspace was deleted.
  if (setting.healing === 'off' || !general) {
    await deps.db.global((tx) => deleteCheck(tx, workplaceId));
    return;
  }
  const scope: WorkplaceScope = { accountId: state.account_id, workplaceId };
  const until = Date.now() + SLICE_MS;
  const isOver = () => signal.aborted || Date.now() >= until;
  for (const from of await deps.db.read(scope, (ex) => suppliersOf(ex, workplaceId))) {
    const name = nameOf(from);
    if (state.done.includes(name)) continue;
    if (!(await checkSupplier(deps, ports, scope, from, state, holder, setting, isOver))) return;
    if (isOver() && !state.done.includes(name)) {
      await deps.db.global((tx) => endCheck(tx, workplaceId, holder, undefined));
      if (signal.aborted) return;
      throw new Later(500, 'more mappings are to be checked');
    }
  }
  await deps.db.global((tx) =>
    endCheck(tx, workplaceId, holder, nextNight(deps.clock.millis(), general.time_zone, workplaceId)),
  );
  await deps.db.tenant(scope, (tx) => publish(tx, workplaceId, 'products'));
}

/** Records a batch; if that fails, each of its products alone, so that a bad one stops no other. */
async function recordSafely(
  deps: Deps,
  scope: WorkplaceScope,
  from: Supplier,
  ids: readonly string[],
  facts: Facts,
  setting: HealingSetting,
): Promise<string[]> {
  const record = (some: readonly string[]) =>
    deps.db.tenant(scope, (tx) => recordBatch(tx, deps, scope, from, some, facts, setting));
  try {
    return await record(ids);
  } catch (error) {
    if (ids.length === 1) {
      const about = {
        err: String(error),
        workplaceId: scope.workplaceId,
        source: from.source,
        sourceProductId: ids[0],
      };
      deps.log.error(about, 'failed to check the mappings of a product');
      return [];
    }
    const apply: string[] = [];
    for (const id of ids) apply.push(...(await recordSafely(deps, scope, from, [id], facts, setting)));
    return apply;
  }
}

/** One supplier's part of a check, as far as time allows. false: another worker has the check by now. */
async function checkSupplier(
  deps: Deps,
  ports: HealPorts,
  scope: WorkplaceScope,
  from: Supplier,
  state: CheckState,
  holder: string,
  setting: HealingSetting,
  isOver: () => boolean,
): Promise<boolean> {
  const { workplaceId } = scope;
  const name = nameOf(from);
  const keep = () => deps.db.global((tx) => saveCheck(tx, workplaceId, holder, state));
  while (!isOver()) {
    const after = state.cursors[name] ?? '';
    const { ids, wanted } = await deps.db.read(scope, async (ex) => {
      const ids = await nextSources(ex, workplaceId, from, after);
      const { shipTo, used } = await usedVariants(ex, workplaceId, from, ids);
      const wanted = ids.flatMap((id) => {
        const own = used.get(id) ?? [];
        const sourceVariantIds = own.map((one) => one.source_variant_id);
        return own.length > 0 ? [{ sourceProductId: id, shipTo: shipTo.get(id) ?? 'US', sourceVariantIds }] : [];
      });
      return { ids, wanted };
    });
    const last = ids.at(-1);
    if (last === undefined) {
      delete state.cursors[name];
      state.done.push(name);
      return keep();
    }
    let facts: Facts;
    try {
      facts = await readCatalogFacts(deps, scope, from, wanted);
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      state.done.push(name);
      return keep();
    }
    if (!(await keep())) return false;
    for (const id of await recordSafely(deps, scope, from, ids, facts, setting)) await applyOne(deps, ports, scope, id);
    state.cursors[name] = last;
    if (!(await keep())) return false;
  }
  return true;
}
