/** What campaigns and shares put behind an address; the page is the same without it. */
const OF_CAMPAIGNS =
  /^(?:utm_\w+|gclid|gbraid|wbraid|dclid|fbclid|msclkid|ttclid|yclid|srsltid|mc_[ce]id|igshid|_ga)$/i;

/** The address by which a page is the same page: without its fragment and what campaigns put behind it. */
export function samePage(address: string): string {
  if (!URL.canParse(address)) return address;
  const url = new URL(address);
  url.hash = '';
  for (const name of [...url.searchParams.keys()]) if (OF_CAMPAIGNS.test(name)) url.searchParams.delete(name);
  return url.href;
}
