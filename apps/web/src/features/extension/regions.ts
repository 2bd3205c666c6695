import type { RegionLists } from '@quayside/contracts/extension-messages.ts';
import { plainHost } from '@quayside/kernel/plain-host.ts';

type Regions = RegionLists[number]['regions'];

/** One site that serves every country. */
export const GLOBAL = 'global';

/** The host that a marketplace is visited at in a region, without www; undefined for a region that is not in its list. */
export function getHost(regions: Regions, code: string): string | undefined {
  const address = regions.find((one) => one.code === code)?.address;
  return address && plainHost(address);
}

/** Regions by their names in a language; the one site for all of them comes first. */
export const sortedRegions = (
  regions: Regions,
  nameOf: (code: string) => string,
  language: string,
): { code: string; name: string }[] => {
  const order = new Intl.Collator(language);
  return regions
    .map(({ code }) => ({ code, name: nameOf(code) }))
    .sort((a, b) => Number(b.code === GLOBAL) - Number(a.code === GLOBAL) || order.compare(a.name, b.name));
};
