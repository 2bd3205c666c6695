import { ConnectorError } from '@quayside/connector-kit';
import { AppError, type MessageParams, newId } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { underLease } from '../../../jobs/effect/lease.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenStore, toProblem, withStore } from '../../connections/index.ts';
import { growProcess, setProcess } from '../../processes/index.ts';
import { adoptProducts, knownProducts } from '../../products/index.ts';
import type { AdoptionPorts } from '../ports.ts';
import {
  type ClaimedAdoption,
  claimAdoption,
  type EndState,
  endAdoption,
  extendHold,
  findAdoption,
  holdAdoption,
  insertSkips,
  noteFailure,
  releaseAdoption,
  savePage,
} from '../repo.ts';
import type { AdoptionRow } from '../tables.ts';
import { type RunPage, readPage } from './read-page.ts';

/** How long one job reads before others get its slot, in milliseconds. */
const SLICE_MS = 45_000;
/** How often in a row a store may fail to answer, some hours in all, before a person has to start again. */
const MOST_FAILURES = 20;
const LONGEST_WAIT_MS = 15 * 60_000;
/** A page may take longer than the hold lasts: a store answers for each product with variations. */
const RENEW_MS = 10_000;
/** Another worker has the run; it is looked after once its hold has run out. */
const HELD_MS = 47_000;

type Ended = { state: EndState; error?: { key: string; params: MessageParams } };

/** Ends a run, and its entry in the process tray. */
export async function finishAdoption(
  deps: Pick<Deps, 'db' | 'clock'>,
  here: WorkplaceScope,
  adoptionId: string,
  end: Ended,
): Promise<boolean> {
  const { workplaceId } = here;
  return deps.db.tenant(here, async (tx) => {
    if ((await endAdoption(tx, workplaceId, adoptionId, { ...end, now: deps.clock.now() })) === 0) return false;
    const row = await findAdoption(tx, workplaceId, adoptionId);
    if (!row) return false;
    const { adopted, known, seen, skipped } = row;
    await setProcess(tx, workplaceId, adoptionId, {
      status: end.state === 'failed' ? 'error' : 'success',
      done: seen + 1,
      ...(end.error ? { error: end.error } : {}),
      result: { adopted, known, skipped },
    });
    await publish(tx, workplaceId, 'products');
    return true;
  });
}

/** Writes a page, and where the next one starts, in one transaction. undefined: this worker has the run no longer. */
async function writePage(
  deps: Deps,
  ports: AdoptionPorts,
  here: WorkplaceScope,
  { store }: OpenStore,
  row: AdoptionRow,
  holder: string,
  page: RunPage,
): Promise<AdoptionRow | undefined> {
  const { workplaceId } = here;
  const { adoption_id: id } = row;
  const admission = await ports.quota.admit(here, 'PRODUCT_IMPORT', Math.max(1, page.products.length));
  return deps.db.tenant(here, async (tx) => {
    if (!(await holdAdoption(tx, workplaceId, id, holder))) return undefined;
    const { adopted, known, refused } = await adoptProducts(tx, deps, ports, here, store, page.products);
    // A page is taken in as a whole: what is left of the plan would be another product each time.
    if (adopted.size > admission.fits && admission.refusal) throw admission.refusal;
    if (adopted.size > 0) await admission.confirm(tx);
    await ports.onAdopted?.(tx, here, store.store_id, [...adopted.values()]);
    const sold = await ports.soldUnmapped(tx, workplaceId, store.store_id, [...adopted.keys()]);
    const skips = [...page.refused, ...refused].map((one) => ({
      external_product_id: one.externalProductId,
      title: one.title,
      reason: one.reason,
    }));
    const gone = page.gone.map(({ id, title }) => ({ external_product_id: id, title, reason: 'gone' as const }));
    const skipped = await insertSkips(tx, workplaceId, row, [...skips, ...gone]);
    const seen = page.products.length + page.refused.length + page.known + gone.length;
    const counts = { seen, adopted: adopted.size, known: known + page.known, sold: sold.length, skipped };
    const next = await savePage(tx, workplaceId, id, { cursor: page.nextCursor ?? null, ...counts });
    await growProcess(tx, workplaceId, { process_id: id, kind: 'adopt', title: '' }, seen);
    await setProcess(tx, workplaceId, id, { status: 'processing', done: next?.seen ?? 0 });
    return next;
  });
}

/** This worker has the run no longer. */
class Lost extends Error {}

/** Reads and writes pages for a while. Returns whether the last one was written; undefined: another worker has the run. */
async function takePages(
  deps: Deps,
  ports: AdoptionPorts,
  here: WorkplaceScope,
  claimed: ClaimedAdoption,
  holder: string,
  signal: AbortSignal,
  renewMs: number,
): Promise<boolean | undefined> {
  const { workplaceId } = here;
  const { adoption_id: id, chosen, store_id: storeId } = claimed;
  const until = Date.now() + SLICE_MS;
  return withStore(deps, here, storeId, async (open) => {
    const { connector, ctx, store } = open;
    const extend = () => deps.db.tenant(here, (tx) => extendHold(tx, workplaceId, id, holder));
    const reading = {
      connector,
      ctx,
      store,
      chosen,
      findKnown: (items: Parameters<typeof knownProducts>[3]) =>
        deps.db.read(here, (ex) => knownProducts(ex, workplaceId, store, items)),
      async keep() {
        if (!(await extend())) throw new Lost();
      },
    };
    let row: AdoptionRow = claimed;
    while (!signal.aborted && Date.now() < until) {
      const from = row;
      const page = await underLease(renewMs, extend, () => readPage(reading, from));
      const next = await writePage(deps, ports, here, open, row, holder, page);
      if (!next) return undefined;
      if (page.nextCursor === undefined) return true;
      row = next;
    }
    return false;
  });
}

/** Why a run ends: the store or the plan says so. undefined: it is tried again. */
function reasonToEnd(error: AppError | ConnectorError, name: string): Ended['error'] | undefined {
  if (error instanceof AppError) return { key: error.messageKey, params: error.params };
  const problem = toProblem(error, name);
  return ['auth', 'rejected', 'not-found'].includes(error.kind)
    ? { key: problem.key, params: problem.params ?? {} }
    : undefined;
}

/**
 * Takes in a store's products page by page, as long as its slice lasts. One worker at a time has a run; one that was killed is
 * continued at its last page. Throws Later when there is more to do, or when the store doesn't answer now.
 */
export async function runAdoption(
  deps: Deps,
  ports: AdoptionPorts,
  here: WorkplaceScope,
  adoptionId: string,
  signal: AbortSignal,
  renewMs = RENEW_MS,
): Promise<void> {
  const { workplaceId } = here;
  const holder = newId();
  const row = await deps.db.tenant(here, (tx) => claimAdoption(tx, workplaceId, adoptionId, holder));
  if (!row) {
    const there = await deps.db.read(here, (ex) => findAdoption(ex, workplaceId, adoptionId));
    if (there?.state === 'running') throw new Later(HELD_MS, 'another worker takes in the products');
    return;
  }
  const release = () => deps.db.tenant(here, (tx) => releaseAdoption(tx, workplaceId, adoptionId, holder));
  try {
    const done = await takePages(deps, ports, here, row, holder, signal, renewMs);
    if (done === undefined) return;
    if (done) {
      await finishAdoption(deps, here, adoptionId, { state: 'done' });
      return;
    }
    await release();
  } catch (error) {
    if (error instanceof Lost) return;
    if (!(error instanceof AppError) && !(error instanceof ConnectorError)) {
      await release();
      throw error;
    }
    const failures = await deps.db.tenant(here, (tx) => noteFailure(tx, workplaceId, adoptionId));
    const problem = reasonToEnd(error, '');
    const final =
      problem ?? (failures >= MOST_FAILURES && error instanceof ConnectorError ? toProblem(error, '') : undefined);
    if (final) {
      await finishAdoption(deps, here, adoptionId, {
        state: 'failed',
        error: { key: final.key, params: final.params ?? {} },
      });
      return;
    }
    await release();
    const asked = error instanceof ConnectorError ? error.retryAfterMs : undefined;
    throw new Later(
      asked ?? Math.min(LONGEST_WAIT_MS, 5_000 * 2 ** Math.min(failures, 8)),
      'the store does not answer',
    );
  }
  throw new Later(100, 'more products are to be taken in');
}
