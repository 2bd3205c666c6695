import type { Area, Browser, FetchedPage } from '../browser-port.ts';
import { getMarketplace } from '../marketplaces.ts';

/** A page that a site sends in a test: its html, or all of an answer. */
export type SentPage = string | (Partial<FetchedPage> & { html: string });

export interface MemoryBrowserOptions {
  /** Pages by their address: what a site's server sends. */
  pages?: Readonly<Record<string, SentPage>>;
  /** Pages by their address as they are shown in a tab, where scripts make another of it. */
  shown?: Readonly<Record<string, string>>;
  /** Asks the network for what `pages` does not have. Without it nothing else answers. */
  network?: (address: string) => Promise<FetchedPage>;
  /** Which hosts the person allowed besides the marketplaces. */
  allowed?: (host: string) => boolean;
  now?: () => number;
}

export interface MemoryBrowser extends Browser {
  /** Addresses of tabs that were opened for the person, in order. */
  readonly opened: string[];
  /** Addresses that were asked for, each with whether by the person's cookies. */
  readonly asked: { address: string; cookies: boolean }[];
  /** Addresses that were read in a tab of their own. */
  readonly read_in_tab: string[];
  readonly kept: ReadonlyMap<string, unknown>;
  readonly mark_text: string;
}

/** A browser that is none: for tests of the extension, and for flows in a browser that can load no extensions. */
export function memoryBrowser(options: MemoryBrowserOptions = {}): MemoryBrowser {
  const { pages = {}, shown = {}, network, allowed = () => false, now = Date.now } = options;
  const kept = new Map<string, unknown>();
  const opened: string[] = [];
  const asked: { address: string; cookies: boolean }[] = [];
  const readInTabs: string[] = [];
  let mark = '';
  const slot = (area: Area, key: string) => `${area}:${key}`;
  const sent = async (address: string): Promise<FetchedPage> => {
    const page = pages[address];
    if (page === undefined) {
      if (!network) throw new Error(`nobody answers at ${address}`);
      return network(address);
    }
    return { status: 200, address, ...(typeof page === 'string' ? { html: page } : page) };
  };
  return {
    opened,
    asked,
    read_in_tab: readInTabs,
    kept,
    get mark_text() {
      return mark;
    },
    async fetchPage(address, { cookies }) {
      asked.push({ address, cookies });
      return sent(address);
    },
    async readInTab(address) {
      readInTabs.push(address);
      const html = shown[address] ?? (await sent(address)).html;
      return { address, html };
    },
    async openTab(address) {
      opened.push(address);
    },
    async mayRead(address) {
      return getMarketplace(address) !== undefined || allowed(new URL(address).host);
    },
    async mark(text) {
      mark = text;
    },
    // What is kept goes through JSON, as in a browser: nothing is kept that could not be.
    async read(area, key) {
      return structuredClone(kept.get(slot(area, key)));
    },
    async write(area, key, value) {
      kept.set(slot(area, key), JSON.parse(JSON.stringify(value)));
    },
    async remove(area, keys) {
      for (const key of keys) kept.delete(slot(area, key));
    },
    now,
  };
}
