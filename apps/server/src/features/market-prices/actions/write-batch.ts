import { type Again, isAgain, isRowHeld } from '../../../db/effect-row.ts';
import type { Executor, WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ClaimedWork, Effect, FinishedWork, Refusal, RunningEffect } from '../../../jobs/effect/effect.ts';
import { LeaseLost } from '../../../jobs/effect/lease.ts';
import type { Patience } from '../../../jobs/effect/pauses.ts';
import { refuseWrite } from '../../../jobs/effect/refuse-write.ts';
import { runEffect } from '../../../jobs/effect/runner.ts';
import { publish } from '../../../live/publish.ts';
import { type OpenStore, withStore } from '../../connections/index.ts';
import { type MarketPrices, pricesForMarket } from '../../pricing/index.ts';
import { findListedVariants } from '../../products/index.ts';
import { workplaceFacts } from '../../sourcing/index.ts';
import { type BatchClaim, batchParts, endBatch, pickOnePerStore, WRITING } from '../batch-repo.ts';
import { WRITE_JOB } from '../jobs/market-prices.ts';
import { findChoices, findMarkets, noteChoiceFault } from '../list-repo.ts';
import type { BatchOutcome, BatchWork, ListEnd, ListToWrite } from '../outcome.ts';
import { findPrices, removePrices, savePrices } from '../price-repo.ts';
import { priceListsOf } from '../rules/price-lists.ts';
import { marketList } from './read-markets.ts';
import { writePrices } from './write-prices.ts';

const REFUSED = 'MARKET_PRICES_REFUSED';
const NOTHING: MarketPrices = { prices: new Map(), otherwise: { lacks: 'rule' }, rates: [] };

/** The price lists of a batch's store that are set by the rule, or have prices of ours that are to be removed. */
async function listsToWrite(tx: Executor, workplaceId: string, claim: BatchClaim): Promise<ListToWrite[]> {
  const { store_id: storeId } = claim;
  const markets = (await findMarkets(tx, workplaceId, storeId)).get(storeId) ?? [];
  const choices = new Map((await findChoices(tx, workplaceId, [storeId])).map((one) => [one.price_list_id, one]));
  const lists: ListToWrite[] = [];
  for (const list of priceListsOf(markets)) {
    const choice = choices.get(list.id);
    if (!choice) continue;
    const rows = await findPrices(tx, workplaceId, { storeId, priceListId: list.id }, claim.listing_ids);
    const hasOurs = rows.some((one) => one.sent_price !== null || one.pending_price !== null);
    if (choice.by_rule || hasOurs)
      lists.push({ list, byRule: choice.by_rule, known: new Map(rows.map((row) => [row.external_variant_id, row])) });
  }
  return lists;
}

async function takeUp(
  tx: Executor,
  { workplaceId }: WorkplaceScope,
  taken: readonly ClaimedWork<BatchClaim>[],
): Promise<BatchWork[]> {
  const works: BatchWork[] = [];
  for (const one of taken) {
    const { claim } = one;
    const variants = await findListedVariants(tx, workplaceId, claim.store_id, { listingIds: claim.listing_ids });
    const lists = await listsToWrite(tx, workplaceId, claim);
    works.push({ ...one, variants, lists, stop: lists.length === 0 ? { kind: 'done', lists: [] } : undefined });
  }
  return works;
}

const refuse = (refusal: Refusal, { claim }: BatchWork): BatchOutcome | Again => refuseWrite(refusal, claim, REFUSED);

async function recordList(
  tx: Executor,
  here: WorkplaceScope,
  storeId: string,
  end: ListEnd,
  deps: Deps,
): Promise<void> {
  const { accountId, workplaceId } = here;
  const name = { storeId, priceListId: end.priceListId };
  await savePrices(tx, workplaceId, name, end.rows);
  await removePrices(tx, workplaceId, name, end.forgotten);
  await noteChoiceFault(tx, workplaceId, name, end.fault);
  // The list is gone or has changed: what is kept of it is outdated.
  if (end.fault) await deps.queue.send(tx, marketList.readJob, { accountId, workplaceId, storeId });
}

async function recordOne(
  tx: Executor,
  deps: Deps,
  here: WorkplaceScope,
  { work, end }: FinishedWork<BatchWork, BatchOutcome>,
): Promise<boolean> {
  const { workplaceId } = here;
  const { claim, token, lists } = work;
  if (!(await endBatch(tx, workplaceId, { id: claim.batch_id, token }, end))) return false;
  if (isAgain(end)) return false;
  const ends =
    end.kind === 'done'
      ? end.lists
      : lists.map(({ list }) => ({ priceListId: list.id, rows: [], forgotten: [], fault: end }));
  for (const one of ends) await recordList(tx, here, claim.store_id, one, deps);
  await publish(tx, workplaceId, 'stores', [claim.store_id]);
  return true;
}

/** Writes prices to the markets of stores, whatever happens in between. */
export function createWriting(deps: Deps, patience: Patience): RunningEffect {
  const factsOf = workplaceFacts(deps);

  const computed = async (
    here: WorkplaceScope,
    open: OpenStore,
    { variants }: BatchWork,
    { list, byRule }: ListToWrite,
  ) => {
    if (!byRule) return NOTHING;
    const { ownAccounts } = await factsOf(here);
    const { store_id: storeId, mode } = open.store;
    const productIds = [...new Set(variants.map((one) => one.product_id))];
    const { currency, countries, isOpenEnded } = list;
    const day = deps.clock.now().slice(0, 10);
    const ask = { store: { storeId, mode }, currency, countries, isOpenEnded, productIds, day, ownAccounts };
    return deps.db.read(here, (ex) => pricesForMarket(ex, here.workplaceId, ask));
  };

  const writing: Effect<BatchClaim, BatchOutcome, BatchWork, OpenStore> = {
    name: 'pricing markets',
    row: WRITING,
    job: WRITE_JOB,
    goesTo: ({ store_id: storeId }) => ({ storeId }),
    idOf: (claim) => claim.batch_id,
    keyLivesMs: 0,
    unasked: 'requested',
    fallback: REFUSED,
    severalRequests: true,
    claimParts: batchParts,
    admit: (tx, { workplaceId }, ids) => pickOnePerStore(tx, workplaceId, ids),
    claim: takeUp,
    open: (here, { claim }, call) => withStore(deps, here, claim.store_id, call),
    // Prices are read right before each write. Until an earlier call can't take effect any more, nothing is sent.
    ask: async () => ({ seen: undefined }),
    async send(here, work, open) {
      const { claim, token } = work;
      const lists: ListEnd[] = [];
      for (const one of work.lists) {
        const prices = await computed(here, open, work, one);
        const name = { storeId: claim.store_id, priceListId: one.list.id };
        const end = await writePrices(open, one, work.variants, prices, (rows) =>
          deps.db.tenant(here, async (tx) => {
            if (!(await isRowHeld(tx, WRITING, here.workplaceId, { id: claim.batch_id, token }))) throw new LeaseLost();
            await savePrices(tx, here.workplaceId, name, rows);
          }),
        );
        lists.push(end);
      }
      return { kind: 'done', lists };
    },
    refuse,
    async record(tx, here, ended) {
      const done: boolean[] = [];
      for (const one of ended) done.push(await recordOne(tx, deps, here, one));
      return done;
    },
  };
  return runEffect(deps, writing, patience);
}
