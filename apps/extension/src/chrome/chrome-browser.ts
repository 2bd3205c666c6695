import { MOST_HTML } from '@quayside/contracts/extension-messages.ts';
import type { Browser, Installation } from '../browser-port.ts';
import { type ChromeApi, chromeApi } from './chrome-api.ts';
import { readText } from './read-text.ts';

/** How long a site has to answer, and a tab to load: together less than a page of the app waits for us (45 s). */
const FETCH_MS = 15_000;
const TAB_MS = 22_000;
const LOOK_MS = 400;
/** What the address of a page must be like to be readable, as the browser writes it. */
export const getPattern = (address: string): string => `${new URL(address).origin}/*`;

const pause = (ms: number): Promise<void> => new Promise((done) => setTimeout(done, ms));

/** The page of a tab as it is shown now, and its address. */
export async function shownPage(chrome: ChromeApi, tabId: number): Promise<{ address: string; html: string }> {
  const [shown] = await chrome.scripting.executeScript({
    target: { tabId },
    // Runs in the page: it may use nothing of this file.
    func: (most: number) => ({
      address: location.href,
      html: document.documentElement.outerHTML.slice(0, most),
    }),
    args: [MOST_HTML] as const,
  });
  if (!shown?.result) throw new Error('page script returned no result');
  return shown.result;
}

/** Waits until a tab is loaded and its scripts have come to rest: until two looks find a page of the same length. */
async function restedPage(chrome: ChromeApi, tabId: number, until: number): Promise<{ address: string; html: string }> {
  while ((await chrome.tabs.get(tabId)).status !== 'complete') {
    if (Date.now() > until) throw new Error('page load timed out');
    await pause(LOOK_MS);
  }
  let page = await shownPage(chrome, tabId);
  for (let looks = 0; looks < 8 && Date.now() < until; looks += 1) {
    await pause(LOOK_MS);
    const again = await shownPage(chrome, tabId);
    if (again.html.length === page.html.length) return again;
    page = again;
  }
  return page;
}

/** The browser that the extension lives in. */
export const chromeBrowser = (chrome: ChromeApi = chromeApi()): Browser => ({
  async fetchPage(address, { cookies }) {
    const answer = await fetch(address, {
      credentials: cookies ? 'include' : 'omit',
      cache: 'no-store',
      headers: { accept: 'text/html,application/xhtml+xml' },
      signal: AbortSignal.timeout(FETCH_MS),
    });
    return { status: answer.status, address: answer.url || address, html: await readText(answer, MOST_HTML) };
  },
  async readInTab(address) {
    const { id } = await chrome.tabs.create({ url: address, active: false });
    if (id === undefined) throw new Error('no tab');
    try {
      return await restedPage(chrome, id, Date.now() + TAB_MS);
    } finally {
      // The person may have closed it.
      await chrome.tabs.remove(id).catch(() => undefined);
    }
  },
  async openTab(address, { shown }) {
    await chrome.tabs.create({ url: address, active: shown });
  },
  mayRead: (address) => chrome.permissions.contains({ origins: [getPattern(address)] }),
  async mark(text) {
    await chrome.action.setBadgeBackgroundColor({ color: '#0b6e6e' });
    await chrome.action.setBadgeText({ text });
  },
  read: async (area, key) => (await chrome.storage[area].get(key))[key],
  write: (area, key, value) => chrome.storage[area].set({ [key]: value }),
  remove: (area, keys) => chrome.storage[area].remove([...keys]),
  now: Date.now,
});

/** Who handed this extension out: its manifest names the pages that it listens to. */
export function getInstallation(chrome: ChromeApi = chromeApi()): Installation {
  const { version, externally_connectable } = chrome.runtime.getManifest();
  const origins = (externally_connectable?.matches ?? []).map((pattern) => new URL(pattern.replace(/\*$/, '')).origin);
  return { version, origins };
}
