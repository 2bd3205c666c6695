import { ConnectorError } from '@quayside/connector-kit';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenStore, toProblem, withStore } from '../../connections/index.ts';
import {
  holdForStock,
  nextListedVariants,
  noteStockSent,
  readStockToMove,
  releaseForStock,
  type StockToMove,
} from '../../products/index.ts';
import { planMove, wasWritten } from '../rules/plan-move.ts';
import {
  claimRun,
  endRun,
  findRun,
  HELD_SECONDS,
  holdRun,
  noteFailure,
  releaseRun,
  saveBatch,
  saveFormer,
  savePlan,
} from '../run-repo.ts';
import type { PlannedItem, StockPlan, StockRunRow } from '../tables.ts';

/** How long one job works before others get its slot, in milliseconds. */
const SLICE_MS = 45_000;
/** Most levels in one request, with room below the connectors' 250. */
const MOST_LEVELS = 240;
/** How often in a row a store may fail to answer, some hours in all. */
const MOST_FAILURES = 20;
/** How often levels may have changed between reading and writing, or a location may be missing, before the run gives up. */
const MOST_OUTDATED = 5;
const LONGEST_WAIT_MS = 15 * 60_000;
const BUSY_MS = 3_000;

/** Levels kept changing between reading and writing them. */
class Outdated extends Error {
  override readonly name = 'Outdated';
}

interface Run {
  deps: Deps;
  here: WorkplaceScope;
  storeId: string;
  holder: string;
}

/** Runs a transaction while this worker has the run. undefined: it has it no longer. */
const whileHeld = <T>(
  { deps, here, storeId, holder }: Run,
  work: (tx: Executor, row: StockRunRow) => Promise<T>,
): Promise<T | undefined> =>
  deps.db.tenant(here, async (tx) => {
    const row = await holdRun(tx, here.workplaceId, storeId, holder);
    return row && work(tx, row);
  });

/** Records a batch that is written, or had nothing to write. */
const recordBatch = (run: Run, plan: StockPlan) =>
  whileHeld(run, async (tx, row) => {
    const { workplaceId } = run.here;
    const rows = plan.items.map(({ listingId, externalVariantId, wanted: quantity }) => ({
      listingId,
      externalVariantId,
      quantity,
    }));
    await noteStockSent(tx, workplaceId, rows);
    await releaseForStock(tx, workplaceId, run.storeId, row.run_id);
    if (plan.isFormer) return saveFormer(tx, workplaceId, run.storeId, plan.last);
    const kept = plan.items.filter((item) => item.kept).length;
    await publish(tx, workplaceId, 'stores', [run.storeId]);
    return saveBatch(tx, workplaceId, run.storeId, { last: plan.last, moved: plan.items.length, kept });
  });

const movesOf = ({ items }: StockPlan) => items.flatMap((item) => item.moves);

const stockItem = (item: {
  externalProductId: string;
  externalVariantId: string;
  ref: string;
  inventory?: string | null;
}) => ({
  ref: item.ref,
  externalProductId: item.externalProductId,
  externalVariantId: item.externalVariantId,
  ...(item.inventory ? { externalInventoryItemId: item.inventory } : {}),
});

/** Finds out whether a write whose worker was cut short took effect, and records it. undefined: another worker has the run. */
async function settle(run: Run, { connector, ctx }: OpenStore, plan: StockPlan) {
  if (await connector.moveStock?.(ctx, movesOf(plan), plan.key).catch(isGone)) return recordBatch(run, plan);
  const items = plan.items.map((item) =>
    stockItem({ ...item, ref: keyOf(item), inventory: item.externalInventoryItemId }),
  );
  const locationIds = [...new Set(movesOf(plan).map((move) => move.locationId))];
  const there = await connector.readStockAt?.(ctx, items, locationIds);
  const levels = plan.items.flatMap((item) =>
    item.moves.map(({ from, to, locationId }) => ({
      from,
      to,
      now: there?.get(keyOf(item))?.levels.get(locationId) ?? null,
    })),
  );
  if (wasWritten(levels)) return recordBatch(run, plan);
  return whileHeld(run, async (tx, now) => {
    await savePlan(tx, run.here.workplaceId, run.storeId, null);
    return { ...now, plan: null };
  });
}

const keyOf = (item: Pick<PlannedItem, 'listingId' | 'externalVariantId'>): string =>
  `${item.listingId} ${item.externalVariantId}`;
const lastOf = (row: StockRunRow): StockPlan['last'] => ({
  listingId: row.after_listing ?? '',
  externalVariantId: row.after_variant ?? '',
});

/** A location of an older plan may be gone: nothing was written then. */
function isGone(error: unknown): false {
  if (error instanceof ConnectorError && error.code === 'stock_location_gone') return false;
  throw error;
}

type Batch = { kind: 'done' } | { kind: 'busy' } | { kind: 'batch'; variants: StockToMove[]; last: StockPlan['last'] };

/** The next variants, their listings held against pushes. undefined: another worker has the run. */
const takeBatch = (run: Run, { store }: OpenStore) =>
  whileHeld(run, async (tx, row): Promise<Batch> => {
    const { workplaceId } = run.here;
    const after = row.after_listing === null ? undefined : lastOf(row);
    const size = Math.max(1, Math.floor(MOST_LEVELS / (row.sources.length + 1)));
    const rows = await nextListedVariants(tx, workplaceId, run.storeId, after, size);
    const end = rows.at(-1);
    if (!end) return { kind: 'done' };
    const listingIds = [...new Set(rows.map((one) => one.listing_id))];
    const busy = await holdForStock(tx, workplaceId, listingIds, row.run_id, HELD_SECONDS);
    if (busy.length > 0) {
      await releaseForStock(tx, workplaceId, run.storeId, row.run_id);
      return { kind: 'busy' };
    }
    const variants = await readStockToMove(tx, run.deps, workplaceId, store, rows);
    return { kind: 'batch', variants, last: { listingId: end.listing_id, externalVariantId: end.external_variant_id } };
  });

/** Where stock of ours may be of a variant: what a failed run had moved is where that run moved it. */
function sourcesOf(row: StockRunRow, one: StockToMove): readonly string[] {
  const { former_target: at, former_listing: listing, former_variant: variant } = row;
  if (at === null || listing === null) return row.sources;
  const isMoved =
    one.listing_id < listing || (one.listing_id === listing && one.external_variant_id <= (variant ?? ''));
  return isMoved ? [at] : row.sources;
}

/** Reads what the store has, and plans what it should have. */
async function planBatch(
  { connector, ctx }: OpenStore,
  row: StockRunRow,
  variants: readonly StockToMove[],
  last: StockPlan['last'],
): Promise<StockPlan> {
  const items = variants.map((one) =>
    stockItem({
      ref: `${one.listing_id} ${one.external_variant_id}`,
      externalProductId: one.external_product_id,
      externalVariantId: one.external_variant_id,
      inventory: one.external_inventory_item_id,
    }),
  );
  const { target } = row;
  const there = await connector.readStockAt?.(ctx, items, [...new Set([...row.sources, target])]);
  const planned = variants.flatMap((one): PlannedItem[] => {
    const found = there?.get(`${one.listing_id} ${one.external_variant_id}`);
    if (!found) return [];
    const { externalInventoryItemId, levels } = found;
    const sources = sourcesOf(row, one);
    const { moves, kept } = planMove({ sent: one.sent, wanted: one.wanted, levels, sources, target });
    return [
      {
        listingId: one.listing_id,
        externalProductId: one.external_product_id,
        externalVariantId: one.external_variant_id,
        externalInventoryItemId,
        wanted: one.wanted,
        kept,
        moves: moves.map((move) => ({ externalInventoryItemId, ...move })),
      },
    ];
  });
  return { key: newId(), items: planned, last };
}

/** Moves the next variants. Returns whether there are more; undefined: another worker has the run. */
async function moveBatch(run: Run, open: OpenStore, row: StockRunRow): Promise<boolean | undefined> {
  const batch = await takeBatch(run, open);
  if (!batch) return undefined;
  if (batch.kind === 'done') return false;
  if (batch.kind === 'busy') throw new Later(BUSY_MS, 'listings are being pushed');
  const plan = await planBatch(open, row, batch.variants, batch.last);
  const isSaved = await whileHeld(run, async (tx) => {
    await savePlan(tx, run.here.workplaceId, run.storeId, plan);
    return true;
  });
  if (!isSaved) return undefined;
  if (!(await open.connector.moveStock?.(open.ctx, movesOf(plan), plan.key))) {
    // Somebody bought or counted in the meantime. Nothing was written.
    await whileHeld(run, (tx) => savePlan(tx, run.here.workplaceId, run.storeId, null));
    throw new Outdated('levels changed between reading and writing');
  }
  return (await recordBatch(run, plan)) ? true : undefined;
}

/** Moves batches for a while. Returns whether everything is moved; undefined: another worker has the run. */
const moveBatches = (run: Run, claimed: StockRunRow, signal: AbortSignal): Promise<boolean | undefined> =>
  withStore(run.deps, run.here, run.storeId, async (open) => {
    const until = Date.now() + SLICE_MS;
    const row = claimed.plan ? await settle(run, open, claimed.plan) : claimed;
    if (!row) return undefined;
    while (!signal.aborted && Date.now() < until) {
      const more = await moveBatch(run, open, row);
      if (!more) return more === undefined ? undefined : true;
    }
    return false;
  });

type Ending = { key: string; params: MessageParams };

/** Why a run ends. undefined: it is tried again. */
function reasonToEnd(error: unknown, failures: number): Ending | undefined {
  if (error instanceof Outdated)
    return failures >= MOST_OUTDATED ? { key: 'STOCK_KEEPS_CHANGING', params: {} } : undefined;
  if (error instanceof AppError) {
    const isPassing = error.messageKey === 'STORE_MOVING' || error.messageKey === 'STORE_NEEDS_RECONNECT';
    return isPassing && failures < MOST_FAILURES ? undefined : { key: error.messageKey, params: error.params };
  }
  if (!(error instanceof ConnectorError)) return undefined;
  const problem = toProblem(error, '');
  const most = error.code === 'stock_location_gone' ? 3 : error.kind === 'rejected' ? 1 : MOST_FAILURES;
  return failures >= most ? { key: problem.key, params: problem.params ?? {} } : undefined;
}

/**
 * Moves a store's stock to its chosen location, batch by batch. One worker at a time has a run; one that was killed is
 * continued where its last write is known to have ended. Throws Later when there is more to do.
 */
export async function moveStock(deps: Deps, here: WorkplaceScope, storeId: string, signal: AbortSignal): Promise<void> {
  const { workplaceId } = here;
  const run: Run = { deps, here, storeId, holder: newId() };
  const row = await deps.db.tenant(here, (tx) => claimRun(tx, workplaceId, storeId, run.holder));
  if (!row) {
    const there = await deps.db.read(here, (ex) => findRun(ex, workplaceId, storeId));
    if (there?.state === 'running') throw new Later(HELD_SECONDS * 1000 + 5_000, 'another worker moves the stock');
    return;
  }
  const finish = (error?: Ending) =>
    deps.db.tenant(here, async (tx) => {
      await releaseForStock(tx, workplaceId, storeId, row.run_id);
      await endRun(tx, workplaceId, storeId, run.holder, error);
      await publish(tx, workplaceId, 'stores', [storeId]);
    });
  const release = () =>
    deps.db.tenant(here, async (tx) => {
      await releaseForStock(tx, workplaceId, storeId, row.run_id);
      await releaseRun(tx, workplaceId, storeId, run.holder);
    });
  try {
    const done = await moveBatches(run, row, signal);
    if (done === undefined) return;
    if (done) {
      await finish();
      return;
    }
    await release();
  } catch (error) {
    const isKnown = error instanceof AppError || error instanceof ConnectorError || error instanceof Outdated;
    if (!isKnown) {
      await release();
      throw error;
    }
    const failures = await deps.db.tenant(here, (tx) => noteFailure(tx, workplaceId, storeId));
    const ending = reasonToEnd(error, failures);
    if (ending) {
      await finish(ending);
      return;
    }
    await release();
    const asked = error instanceof ConnectorError ? error.retryAfterMs : undefined;
    const wait = error instanceof Outdated ? 200 : Math.min(LONGEST_WAIT_MS, 5_000 * 2 ** Math.min(failures, 8));
    throw new Later(asked ?? wait, 'the store does not take the stock now');
  }
  throw new Later(100, 'more stock is to be moved');
}
