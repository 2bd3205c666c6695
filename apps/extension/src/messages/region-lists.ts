import { MARKETPLACES, type Marketplace, type RegionLists } from '@quayside/contracts/extension-messages.ts';
import type { Browser } from '../browser-port.ts';
import { getSite, SITES } from '../marketplaces.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { Refusal } from '../problem.ts';
import { STORAGE_KEYS } from '../storage.ts';

/** Row C320: the sites of each marketplace and the chosen one, after choosing another where that is asked for. */
export function regionLists(
  browser: Browser,
  { choose }: { choose?: { marketplace: Marketplace; region: string } | undefined },
): Promise<{ marketplaces: RegionLists }> {
  return oneAtATime(async () => {
    const regions = await STORAGE_KEYS.regions.read(browser);
    if (choose) {
      if (!getSite(choose.marketplace, choose.region)) throw new Refusal('bad_request');
      regions[choose.marketplace] = choose.region;
      await STORAGE_KEYS.regions.write(browser, regions);
    }
    return {
      marketplaces: MARKETPLACES.map((marketplace) => ({
        marketplace,
        chosen: (getSite(marketplace, regions[marketplace]) ?? SITES[marketplace][0]).region,
        regions: SITES[marketplace].map(({ region, address }) => ({ code: region, address })),
      })),
    };
  });
}
