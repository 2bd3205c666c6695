import { newId } from '@quayside/kernel/ids.ts';
import type { ChromeApi } from '../chrome/chrome-api.ts';
import { shownPage } from '../chrome/chrome-browser.ts';
import { webAddress } from '../pages/address.ts';
import { readAnyPage, readProduct } from '../pages/product.ts';
import type { PageInFront } from './page-part.ts';

/** Reads the page of the current tab, which the click on the extension's button allows; undefined: it is none of the web. */
export async function pageInFront(chrome: ChromeApi, now: number): Promise<PageInFront | undefined> {
  const [tab] = await chrome.tabs.query({ active: true, currentWindow: true });
  if (tab?.id === undefined) return undefined;
  const page = await shownPage(chrome, tab.id).catch(() => undefined);
  const address = page && webAddress(page.address, page.address);
  const found = page && address ? readAnyPage(page.html, address) : undefined;
  if (!page || !address || !found) return undefined;
  return {
    product: readProduct(page.html, address),
    toSave: {
      // Made once for this look at the page, so that pressing twice saves once.
      id: newId(),
      address,
      title: found.title,
      picture_url: found.pictures[0] ?? null,
      price: found.price,
      saved_at: new Date(now).toISOString(),
    },
  };
}
