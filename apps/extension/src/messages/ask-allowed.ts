import type { Browser, FetchedPage } from '../browser-port.ts';
import { KEPT } from '../kept.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { Refusal } from '../problem.ts';

const MOST_WANTED = 5;

/** Keeps the site in mind, so that the extension's own window offers to allow it. */
const noteWanted = (browser: Browser, address: string): Promise<void> =>
  oneAtATime(async () => {
    const { origin } = new URL(address);
    const others = (await KEPT.wantedSites.read(browser)).filter((one) => one !== origin);
    await KEPT.wantedSites.write(browser, [origin, ...others].slice(0, MOST_WANTED));
    await browser.mark('!');
  });

/** Refuses an address that may not be read. */
export async function needAllowed(browser: Browser, address: string): Promise<void> {
  if (await browser.mayRead(address)) return;
  await noteWanted(browser, address);
  throw new Refusal('not_allowed', address);
}

/** Asks a site for a page, where that is allowed. */
export async function askAllowed(
  browser: Browser,
  address: string,
  options: { cookies: boolean },
): Promise<FetchedPage> {
  await needAllowed(browser, address);
  try {
    return await browser.fetchPage(address, options);
  } catch {
    throw new Refusal('away', address);
  }
}
