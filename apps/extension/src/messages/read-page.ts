import type { Browser } from '../browser-port.ts';
import { isCaptcha } from '../pages/captcha.ts';
import { Refusal } from '../problem.ts';
import { askAllowed } from './ask-allowed.ts';

/**
 * Reads a page, first as its server sends it. Where that tells nothing, the page may be one that its own scripts write: then it
 * is opened in a tab that is not looked at and read as it is shown.
 *
 * @param told what the html tells; undefined: nothing.
 */
export async function readAddress<T>(
  browser: Browser,
  address: string,
  told: (html: string, address: string) => T | undefined,
): Promise<T> {
  const page = await askAllowed(browser, address, { cookies: true });
  if (page.status >= 400 || isCaptcha(page)) throw new Refusal('refused', address);
  const first = told(page.html, page.address);
  if (first !== undefined) return first;
  const shown = await browser.readInTab(address).catch(() => {
    throw new Refusal('nothing', address);
  });
  if (isCaptcha(shown)) throw new Refusal('refused', address);
  const second = told(shown.html, shown.address);
  if (second === undefined) throw new Refusal('nothing', address);
  return second;
}
