import type { PlatformName } from '@quayside/contracts';

interface Candidate {
  storeId: string;
  platform: PlatformName;
  isDefault: boolean;
}

/**
 * The stores meant by a list of channels, one for each: the current store where it is of that channel, else the default
 * one, else the oldest. `stores` are the active ones, oldest first. A channel without a store is answered as missing.
 */
export function storesOfChannels(
  channels: readonly PlatformName[],
  stores: readonly Candidate[],
  current: string | undefined,
): { chosen: string[]; missing: PlatformName[] } {
  const chosen: string[] = [];
  const missing: PlatformName[] = [];
  for (const channel of channels) {
    const mine = stores.filter((store) => store.platform === channel);
    const one = mine.find((store) => store.storeId === current) ?? mine.find((store) => store.isDefault) ?? mine[0];
    if (one) chosen.push(one.storeId);
    else missing.push(channel);
  }
  return { chosen, missing };
}
