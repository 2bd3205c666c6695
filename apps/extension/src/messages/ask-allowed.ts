import type { Browser, FetchedPage } from '../browser-port.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { Refusal } from '../problem.ts';
import { STORAGE_KEYS } from '../storage.ts';

const MOST_WANTED = 5;

/** Keeps the site in mind, so that the extension's own window offers to allow it. */
const noteWanted = (browser: Browser, address: string): Promise<void> =>
  oneAtATime(async () => {
    const { origin } = new URL(address);
    const others = (await STORAGE_KEYS.wantedSites.read(browser)).filter((one) => one !== origin);
    await STORAGE_KEYS.wantedSites.write(browser, [origin, ...others].slice(0, MOST_WANTED));
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

/** Sites that were asked for and still may not be read; those that may be by now are no longer kept in mind. */
export const settleWanted = (browser: Browser): Promise<string[]> =>
  oneAtATime(async () => {
    const wanted = await STORAGE_KEYS.wantedSites.read(browser);
    const may = await Promise.all(wanted.map((origin) => browser.mayRead(origin)));
    const left = wanted.filter((_origin, index) => !may[index]);
    if (left.length < wanted.length) {
      await STORAGE_KEYS.wantedSites.write(browser, left);
      if (left.length === 0) await browser.mark('');
    }
    return left;
  });
