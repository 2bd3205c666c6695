import { MOST_HTML, type PageHtml } from '@quayside/contracts/extension-messages.ts';
import type { Browser } from '../browser-port.ts';
import { isCaptcha } from '../pages/captcha.ts';
import { Refusal } from '../problem.ts';
import { askAllowed } from './ask-allowed.ts';

/** Rows C314 and C315: a page as everybody sees it. It is asked for without cookies: what is the person's own is not in it. */
export async function fetchHtml(browser: Browser, { address }: { address: string }): Promise<PageHtml> {
  const page = await askAllowed(browser, address, { cookies: false });
  if (page.status >= 400 || isCaptcha(page)) throw new Refusal('refused', address);
  if (page.html === '') throw new Refusal('nothing', address);
  return { address: page.address, html: page.html.slice(0, MOST_HTML) };
}
