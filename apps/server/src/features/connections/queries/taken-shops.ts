import { sql } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import { getConnector } from '../actions/open-store.ts';

/** Which workspace has connected a store URL. */
export type TakenBy = 'here' | 'elsewhere';

/** Finds entered URLs with a store connected to this or another workspace. */
export async function takenShops(
  deps: Deps,
  workplaceId: string,
  shops: readonly { platform: string; address: string }[],
): Promise<ReadonlyMap<string, TakenBy>> {
  const domains = shops.map(({ platform, address }) => ({
    platform,
    address,
    domain: getConnector(deps, platform).normalizeAddress(address).platformDomain,
  }));
  const taken = await deps.db.global((tx) =>
    tx.rows<{
      platform: string;
      platform_domain: string;
      workplace_id: string;
    }>(sql`select platform, platform_domain, workplace_id
      from store_directory where active and platform_domain = any(${domains.map(({ domain }) => domain)})`),
  );
  return new Map(
    domains.flatMap(({ platform, address, domain }) => {
      const entry = taken.find((one) => one.platform === platform && one.platform_domain === domain);
      return entry ? [[address, entry.workplace_id === workplaceId ? ('here' as const) : ('elsewhere' as const)]] : [];
    }),
  );
}
