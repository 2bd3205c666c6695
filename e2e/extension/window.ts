import type { Page } from '@playwright/test';
import { strFromU8, unzipSync } from 'fflate';

/** What the window finds when it is opened. */
export interface WindowWorld {
  /** The page in front, and where it is; undefined: none that may be read. */
  front?: { address: string; html: string };
  kept?: { session?: Record<string, unknown>; local?: Record<string, unknown> };
  /** What the person answers when the browser asks. */
  allows?: boolean;
  scheme?: 'light' | 'dark';
}

const ORIGIN = 'https://extension.test';
const TYPES: Readonly<Record<string, string>> = {
  html: 'text/html; charset=utf-8',
  js: 'text/javascript',
  css: 'text/css',
  json: 'application/json',
  png: 'image/png',
};

/** What is kept by the window, as its storage has it. */
export const keptIn = (page: Page): Promise<{ session: Record<string, unknown>; local: Record<string, unknown> }> =>
  page.evaluate(() => (window as unknown as { keptByWindow: never }).keptByWindow);

/**
 * Opens the window of the extension that the installation hands out, as it is in its archive, in a page of its own. The browser
 * of the tests loads no extensions, so what such a window is given by a browser (`chrome.*`) stands in for it here; the
 * window's calls to Quayside are answered by Quayside, with the word by which a browser lets an extension read them.
 */
export async function openWindow(page: Page, base: string, world: WindowWorld = {}): Promise<void> {
  const archive = await page.request.get(`${base}/extension.zip`);
  const files = unzipSync(new Uint8Array(await archive.body()));
  const manifest = JSON.parse(strFromU8(files['manifest.json'] ?? new Uint8Array())) as object;
  await page.route(`${ORIGIN}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    const file = files[name];
    if (!file) return route.fulfill({ status: 404 });
    return route.fulfill({ body: Buffer.from(file), contentType: TYPES[name.split('.').at(-1) ?? ''] });
  });
  await page.route(`${base}/api/**`, async (route) => {
    const allowed = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };
    const headers = { ...allowed, 'access-control-allow-headers': 'authorization,content-type,locale,workplace-id' };
    if (route.request().method() === 'OPTIONS') return route.fulfill({ status: 204, headers });
    const answer = await route.fetch();
    return route.fulfill({ response: answer, headers: { ...answer.headers(), ...headers } });
  });
  await page.addInitScript(
    ({ known, given }) => {
      const kept = { session: { ...given.kept?.session }, local: { ...given.kept?.local } };
      type Kept = Record<string, unknown>;
      const area = (values: Kept) => ({
        get: async (key: string) => (key in values ? { [key]: structuredClone(values[key]) } : {}),
        set: async (more: Kept) => void Object.assign(values, structuredClone(more)),
        remove: async (keys: string[]) => {
          for (const key of keys) delete values[key];
        },
      });
      let allowed = false;
      const none = { addListener: () => undefined };
      const host = window as unknown as { keptByWindow: object; chrome: object };
      host.keptByWindow = kept;
      host.chrome = {
        runtime: { getManifest: () => known, getURL: (path: string) => `/${path}`, onMessageExternal: none },
        storage: { session: area(kept.session), local: area(kept.local) },
        tabs: { query: async () => [{ id: 1 }] },
        scripting: {
          executeScript: async () => {
            if (!given.front) throw new Error('Cannot access contents of the page.');
            return [{ result: given.front }];
          },
        },
        permissions: {
          contains: async () => allowed,
          request: async () => {
            allowed = given.allows ?? true;
            return allowed;
          },
          onAdded: none,
        },
        action: { setBadgeText: async () => undefined, setBadgeBackgroundColor: async () => undefined },
        i18n: { getUILanguage: () => 'en-US' },
      };
    },
    { known: manifest, given: world },
  );
  await page.setViewportSize({ width: 400, height: 600 });
  await page.emulateMedia({ colorScheme: world.scheme ?? 'light' });
  await page.goto(`${ORIGIN}/popup.html`);
}
