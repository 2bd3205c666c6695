/**
 * What of the browser's extension interface is used here, and no more. Source: Chrome's and Edge's "API reference" for
 * extensions, Manifest V3; types of our own, because the published ones cover everything and bring a namespace for all files.
 */
export interface ChromeApi {
  runtime: {
    getManifest(): { version: string; externally_connectable?: { matches?: string[] } };
    getURL(path: string): string;
    onMessageExternal: Listeners<
      (message: unknown, sender: { origin?: string; url?: string }, answer: (value: unknown) => void) => boolean
    >;
  };
  storage: Record<'local' | 'session', StorageArea>;
  tabs: {
    create(tab: { url: string; active: boolean }): Promise<Tab>;
    get(id: number): Promise<Tab>;
    remove(id: number): Promise<void>;
    query(asked: { active: boolean; currentWindow: boolean }): Promise<Tab[]>;
  };
  scripting: {
    executeScript<A extends readonly unknown[], R>(injection: {
      target: { tabId: number };
      func: (...args: A) => R;
      args: A;
    }): Promise<{ result?: R }[]>;
  };
  permissions: {
    contains(asked: { origins: string[] }): Promise<boolean>;
    /** Only in answer to a click; asks the person. */
    request(asked: { origins: string[] }): Promise<boolean>;
    onAdded: Listeners<() => void>;
  };
  action: {
    setBadgeText(badge: { text: string }): Promise<void>;
    setBadgeBackgroundColor(badge: { color: string }): Promise<void>;
  };
  i18n: { getUILanguage(): string };
}

interface Listeners<L> {
  addListener(listener: L): void;
}

interface StorageArea {
  get(key: string): Promise<Record<string, unknown>>;
  set(values: Record<string, unknown>): Promise<void>;
  remove(keys: string[]): Promise<void>;
}

export interface Tab {
  id?: number;
  status?: string;
  /** Only of pages that may be read. */
  url?: string;
}

export const chromeApi = (): ChromeApi => (globalThis as unknown as { chrome: ChromeApi }).chrome;
