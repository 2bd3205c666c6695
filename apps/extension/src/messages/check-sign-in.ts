import type { Marketplace, MarketplaceSignIn } from '@quayside/contracts/extension-messages.ts';
import type { Browser } from '../browser-port.ts';
import { getSite, SITES, type Site } from '../marketplaces.ts';
import { isCaptcha } from '../pages/captcha.ts';
import { Refusal } from '../problem.ts';
import { STORAGE_KEYS } from '../storage.ts';
import { askAllowed } from './ask-allowed.ts';

/** Whether the last address of the way is where one signs in at this site. */
const isSignIn = ({ signInAt }: Site, address: string): boolean => {
  const { hostname, pathname } = new URL(address);
  return signInAt.test(hostname + pathname);
};

/**
 * Rows C316 to C319: asks the site for the list of one's own orders and looks where that leads. Led to the sign-in page is
 * signed out; the list itself, where the site's own server keeps strangers from it, is signed in; all else cannot be told.
 * Cookies are never looked at: their names are nobody's promise.
 */
export async function checkSignIn(
  browser: Browser,
  marketplace: Marketplace,
  { region }: { region?: string | undefined },
): Promise<{ state: MarketplaceSignIn; sign_in: string }> {
  const chosen = region ?? (await STORAGE_KEYS.regions.read(browser))[marketplace];
  const site = getSite(marketplace, chosen) ?? (region === undefined ? SITES[marketplace][0] : undefined);
  if (!site) throw new Refusal('bad_request');
  const page = await askAllowed(browser, site.orders, { cookies: true });
  const told = (state: MarketplaceSignIn) => ({ state, sign_in: site.signIn });
  if (isSignIn(site, page.address)) return told('signed_out');
  if (page.status >= 400 || isCaptcha(page)) throw new Refusal('refused', site.orders);
  const there = new URL(page.address);
  const asked = new URL(site.orders);
  const isList = there.hostname === asked.hostname && there.pathname.startsWith(asked.pathname);
  return told(isList && site.listIsGuarded ? 'signed_in' : 'unknown');
}
