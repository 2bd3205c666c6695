import type { StoreMarketPrices } from '@quayside/contracts';
import type { Executor } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { say } from '../../../http/messages.ts';
import { viewStoreLists } from '../../connections/index.ts';
import { findPriceRule } from '../../pricing/index.ts';
import { marketList } from '../actions/read-markets.ts';
import { storesBeingWritten } from '../batch-repo.ts';
import { findChoices, findMarkets } from '../list-repo.ts';
import { countPrices } from '../price-repo.ts';
import { priceListsOf } from '../rules/price-lists.ts';

/** A job that was asked longer ago won't read any more. */
const READS_FOR_MS = 15 * 60_000;

/** Markets of connected stores whose platforms have them, and who sets the prices there. */
export async function marketPricesView(
  ex: Executor,
  deps: Deps,
  workplaceId: string,
  locale: string,
): Promise<{ stores: StoreMarketPrices[] }> {
  const lists = await viewStoreLists(ex, deps, marketList, workplaceId, locale);
  const markets = await findMarkets(ex, workplaceId);
  const choices = await findChoices(ex, workplaceId);
  const counts = await countPrices(ex, workplaceId);
  const writing = await storesBeingWritten(ex, workplaceId);
  const ofAll = await findPriceRule(ex, workplaceId, null);
  const isRecent = (at: string | null | undefined) =>
    typeof at === 'string' && deps.clock.millis() - Date.parse(at) < READS_FOR_MS;
  const views: StoreMarketPrices[] = [];
  for (const { store, shown } of lists) {
    const kept = markets.get(store.store_id) ?? [];
    const own = await findPriceRule(ex, workplaceId, store.store_id);
    const ofStore = <T extends { store_id: string }>(rows: readonly T[]) =>
      rows.filter((one) => one.store_id === store.store_id);
    views.push({
      ...shown,
      currency: store.currency,
      rule: own ? 'store' : ofAll ? 'workspace' : 'none',
      price_lists: priceListsOf(kept).map((list) => {
        const choice = ofStore(choices).find((one) => one.price_list_id === list.id);
        const rows = ofStore(counts).filter((one) => one.price_list_id === list.id);
        const count = (state: string) => rows.find((one) => one.state === state)?.count ?? 0;
        return {
          id: list.id,
          name: list.name,
          currency: list.currency,
          is_active: list.isActive,
          percent: list.percent,
          markets: list.markets.map(({ name, isActive }) => ({ name, is_active: isActive })),
          countries: list.countries,
          is_open_ended: list.isOpenEnded,
          by_rule: choice?.by_rule ?? false,
          counts: {
            ours: count('ours'),
            theirs: count('theirs'),
            unpriced: count('unpriced'),
            refused: count('refused'),
          },
          is_writing: writing.has(store.store_id) && (choice?.by_rule === true || count('ours') > 0),
          prices_read_at: choice?.read_at ?? null,
          is_reading: isRecent(choice?.asked_at),
          fault: choice?.fault ? say(locale, choice.fault, choice.fault_params) : null,
        };
      }),
      without: kept
        .filter((one) => one.priceLists.length === 0)
        .map(({ name, isActive, countries }) => ({ name, is_active: isActive, countries })),
    });
  }
  return { stores: views };
}
