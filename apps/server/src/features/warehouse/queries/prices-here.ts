import type { Deps } from '../../../deps.ts';
import { catalogMode } from '../actions/upload-import.ts';
import { findPrices } from '../rates-repo.ts';
import { type PriceList, SANDBOX_PRICES } from '../rules/price-list.ts';

/** What shipping costs the stores of this installation. Another warehouse that the settings name is taken to have the built-in list. */
export const pricesHere = async (deps: Deps): Promise<PriceList> =>
  catalogMode(deps) === 'live' && !deps.connectors.isServedHere('quayside', 'live')
    ? SANDBOX_PRICES
    : deps.db.global((tx) => findPrices(tx, catalogMode(deps)));
