import { type CatalogItem, type CatalogItemPage, ConnectorError } from '@quayside/connector-kit';
import { AppError, newId, notFound } from '@quayside/kernel';
import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { Later } from '../../../jobs/define.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenStore, toProblem, withStore } from '../../connections/index.ts';
import { knownProducts } from '../../products/index.ts';
import { searchStoreJob } from '../jobs/adoption.ts';
import {
  claimSearch,
  failSearch,
  findSearch,
  holdSearch,
  insertSearch,
  noteSearchFailure,
  releaseSearch,
  saveFound,
  wantMore,
} from '../search-repo.ts';
import type { SearchRow } from '../tables.ts';
import { checkAdoptable } from './check-adoptable.ts';

/** Products that a search reads before it waits to be asked for more. */
const PAGE = 50;
/** How long one job reads before others get its slot, in milliseconds. */
const SLICE_MS = 30_000;
/** How often in a row a store may fail to answer before the search fails. */
const MOST_FAILURES = 3;
const LONGEST_WAIT_MS = 30_000;
const HELD_MS = 65_000;

/** Starts a search of a store's products that aren't here yet. A job asks the store; a live event tells when it has. */
export async function startSearch(
  deps: Pick<Deps, 'db' | 'queue' | 'connectors'>,
  scope: WorkplaceScope,
  { keyword, storeId }: { storeId: string; keyword: string },
): Promise<string> {
  const { accountId, workplaceId } = scope;
  return deps.db.tenant(scope, async (tx) => {
    await checkAdoptable(tx, deps, workplaceId, storeId);
    const searchId = newId();
    await insertSearch(tx, workplaceId, { search_id: searchId, store_id: storeId, keyword, wanted: PAGE });
    await deps.queue.send(tx, searchStoreJob, { accountId, workplaceId, storeId, searchId });
    return searchId;
  });
}

/** Reads more of a search, or tries again after it failed. Does nothing where there is no more. */
export async function continueSearch(
  deps: Pick<Deps, 'db' | 'queue' | 'connectors'>,
  scope: WorkplaceScope,
  searchId: string,
  most: number,
): Promise<void> {
  const { accountId, workplaceId } = scope;
  await deps.db.tenant(scope, async (tx) => {
    const row = await findSearch(tx, workplaceId, searchId);
    if (!row) throw notFound('ADOPTION_SEARCH_GONE');
    await checkAdoptable(tx, deps, workplaceId, row.store_id);
    const wanted = row.state === 'failed' ? row.wanted : Math.min(most, row.found + PAGE);
    if (row.state === 'ready' && wanted <= row.found) return;
    // A search whose job was lost is continued; one that a worker has is left to it.
    await wantMore(tx, workplaceId, searchId, wanted);
    await deps.queue.send(tx, searchStoreJob, { accountId, workplaceId, storeId: row.store_id, searchId });
    await publish(tx, workplaceId, 'products');
  });
}

/** Writes a page of what isn't here yet. undefined: this worker has the search no longer. */
const writeFound = (
  deps: Deps,
  here: WorkplaceScope,
  { store }: OpenStore,
  row: SearchRow,
  holder: string,
  page: CatalogItemPage,
): Promise<SearchRow | undefined> =>
  deps.db.tenant(here, async (tx) => {
    if (!(await holdSearch(tx, here.workplaceId, row.search_id, holder))) return undefined;
    const known = await knownProducts(tx, here.workplaceId, store, page.items);
    const items: CatalogItem[] = page.items.filter((one) => !known.has(one.externalProductId));
    const next = await saveFound(tx, here.workplaceId, row, {
      items,
      known: page.items.length - items.length,
      cursor: page.nextCursor ?? null,
      isWhole: page.nextCursor === undefined,
    });
    if (items.length > 0 || next?.state === 'ready') await publish(tx, here.workplaceId, 'products');
    return next;
  });

/** Reads pages until the search has found what was asked for. Returns whether it has; undefined: another worker has it. */
async function readFound(
  deps: Deps,
  here: WorkplaceScope,
  claimed: SearchRow,
  holder: string,
  signal: AbortSignal,
): Promise<boolean | undefined> {
  const until = Date.now() + SLICE_MS;
  return withStore(deps, here, claimed.store_id, async (open) => {
    const { connector, ctx, store } = open;
    const searchProducts = connector.searchProducts?.bind(connector);
    if (!searchProducts)
      throw new AppError('BAD_REQUEST', 'ADOPTION_UNSUPPORTED', { params: { name: store.store_name } });
    let row = claimed;
    while (!signal.aborted && Date.now() < until) {
      const page = await searchProducts(ctx, {
        keyword: row.keyword,
        ...(row.cursor === null ? {} : { cursor: row.cursor }),
      });
      const next = await writeFound(deps, here, open, row, holder, page);
      if (!next) return undefined;
      if (next.state === 'ready') return true;
      row = next;
    }
    return false;
  });
}

/** Reads a search on. One worker at a time has it; one that was killed is continued at its last page. */
export async function runSearch(
  deps: Deps,
  here: WorkplaceScope,
  searchId: string,
  signal: AbortSignal,
): Promise<void> {
  const { workplaceId } = here;
  const holder = newId();
  const row = await deps.db.tenant(here, (tx) => claimSearch(tx, workplaceId, searchId, holder));
  if (!row) {
    const there = await deps.db.read(here, (ex) => findSearch(ex, workplaceId, searchId));
    if (there?.state === 'reading') throw new Later(HELD_MS, 'another worker reads the search');
    return;
  }
  const release = () => deps.db.tenant(here, (tx) => releaseSearch(tx, workplaceId, searchId, holder));
  try {
    const done = await readFound(deps, here, row, holder, signal);
    await release();
    if (done !== false) return;
  } catch (error) {
    if (!(error instanceof AppError) && !(error instanceof ConnectorError)) {
      await release();
      throw error;
    }
    const failures = await deps.db.tenant(here, (tx) => noteSearchFailure(tx, workplaceId, searchId));
    const isLasting = error instanceof AppError || ['auth', 'rejected', 'not-found'].includes(error.kind);
    if (isLasting || failures >= MOST_FAILURES) {
      const { key, params } =
        error instanceof AppError ? { key: error.messageKey, params: error.params } : toProblem(error, '');
      await deps.db.tenant(here, async (tx) => {
        await failSearch(tx, workplaceId, searchId, holder, { key, ...(params ? { params } : {}) });
        await publish(tx, workplaceId, 'products');
      });
      return;
    }
    await release();
    throw new Later(
      Math.min(LONGEST_WAIT_MS, error.retryAfterMs ?? 1_000 * 2 ** failures),
      'the store does not answer',
    );
  }
  throw new Later(100, 'the search has more pages');
}
