/** A page as a browser was given it. */
export interface FetchedPage {
  /** Of HTTP. */
  status: number;
  /** Where it was found in the end, after redirects. */
  address: string;
  /** At most MOST_HTML characters; empty for what is no page. */
  html: string;
}

/** What is kept between two messages: `session` until the browser is closed and never on disk, `local` until it is removed. */
export type Area = 'session' | 'local';

/**
 * What the extension needs of the browser it lives in. Everything else in this package is the same in a browser, in a unit
 * test and in a browser flow.
 */
export interface Browser {
  /**
   * Asks a site for a page. `cookies`: with the person's own, as a tab would. Throws when there is no answer.
   */
  fetchPage(address: string, options: { cookies: boolean }): Promise<FetchedPage>;
  /** Opens a page in a tab that is not looked at, waits until it is loaded, and closes it. Throws when it does not load. */
  readInTab(address: string): Promise<Omit<FetchedPage, 'status'>>;
  /** Opens a page for the person. `shown`: the tab that is looked at from now on. */
  openTab(address: string, options: { shown: boolean }): Promise<void>;
  /** Whether pages of this address may be read: given with the installation, or by the person since. */
  mayRead(address: string): Promise<boolean>;
  /** Marks the extension's button, so that the person looks there; empty: no mark. */
  mark(text: string): Promise<void>;
  /** Undefined: nothing is kept under this key. */
  read(area: Area, key: string): Promise<unknown>;
  write(area: Area, key: string, value: unknown): Promise<void>;
  remove(area: Area, keys: readonly string[]): Promise<void>;
  /** Unix milliseconds. */
  now(): number;
}

/** The Quayside that handed this extension out. */
export interface Installation {
  /** Origins of its pages; only they may speak to the extension. The first is where people are led. */
  origins: readonly string[];
  /** Of the extension. */
  version: string;
}
