import type { Page } from '@playwright/test';
import { answerMessage, type FetchedPage, type Installation } from '../apps/extension/src/index.ts';
import {
  type MemoryBrowser,
  type MemoryBrowserOptions,
  memoryBrowser,
} from '../apps/extension/src/testing/memory-browser.ts';

/**
 * The browser extension in a flow. The browser of the tests loads no extensions, so the page gets a `chrome.runtime.sendMessage`
 * whose other end is the extension's own core (apps/extension), here in the test's process: both sides of the protocol are the
 * real ones. Only what a browser would do for it (pages, tabs, storage) is in memory.
 *
 *     const extension = await withExtension(page, {
 *       pages: { 'https://shop.example/p': '<script type="application/ld+json">…</script>' },
 *       allowed: (host) => host === 'shop.example',
 *     });
 *     await signIn(page);
 *     await page.goto('/app');                 // the app finds it installed: it tells it the token
 *     …
 *     expect(extension.browser.opened).toEqual(['https://www.amazon.com/dp/1']);
 *     expect(extension.messages.map(({ type }) => type)).toContain('ORDER_FULFILMENT');
 *
 * To be called before the page is opened. Addresses that `pages` does not name are asked for over the network, on this machine
 * only: a flow asks nobody outside.
 */
export interface ExtensionInFlow {
  browser: MemoryBrowser;
  /** What the page said, in order. */
  messages: { type: string; [field: string]: unknown }[];
  /** The extension's id, as the installation's own pages know it. */
  id: string;
}

export interface WithExtensionOptions extends Omit<MemoryBrowserOptions, 'network'> {
  /** Its id; default: the one that the installation hands out. */
  id?: string;
  version?: string;
}

const LOOPBACK = new Set(['127.0.0.1', 'localhost', '[::1]']);

async function fromThisMachine(address: string): Promise<FetchedPage> {
  if (!LOOPBACK.has(new URL(address).hostname)) throw new Error(`a flow asks nobody outside: ${address}`);
  const answer = await fetch(address, { signal: AbortSignal.timeout(15_000) });
  return { status: answer.status, address: answer.url, html: await answer.text() };
}

/** The installation's address, and the id of its own extension as every page is told it. */
async function ownExtension(page: Page): Promise<{ origin: string; id: string }> {
  const answer = await page.request.get('/api/meta');
  const { data } = (await answer.json()) as { data: { links: { extension_own: { id: string } | null } } };
  if (!data.links.extension_own) throw new Error('this installation hands out no extension');
  return { origin: new URL(answer.url()).origin, id: data.links.extension_own.id };
}

export async function withExtension(page: Page, options: WithExtensionOptions = {}): Promise<ExtensionInFlow> {
  const handedOut = await ownExtension(page);
  const { id = handedOut.id, version = '0.1.0', ...rest } = options;
  const browser = memoryBrowser({ ...rest, network: fromThisMachine });
  const messages: ExtensionInFlow['messages'] = [];
  const own: Installation = { origins: [handedOut.origin], version };
  await page.exposeFunction('askExtensionOfFlow', async (message: { type: string }, origin: string) => {
    messages.push(message);
    return answerMessage(browser, own, message, origin);
  });
  await page.addInitScript((known) => {
    type Answer = (value: unknown) => void;
    const host = window as unknown as {
      askExtensionOfFlow(message: unknown, origin: string): Promise<unknown>;
      chrome?: { runtime?: unknown };
    };
    const runtime = {
      lastError: undefined as { message: string } | undefined,
      sendMessage(asked: string, message: unknown, answer: Answer) {
        if (asked === known) {
          // As between processes: what goes over is JSON.
          void host.askExtensionOfFlow(JSON.parse(JSON.stringify(message)), location.origin).then(answer);
          return;
        }
        runtime.lastError = { message: 'Could not establish connection. Receiving end does not exist.' };
        answer(undefined);
        runtime.lastError = undefined;
      },
    };
    host.chrome = { ...host.chrome, runtime };
  }, id);
  return { browser, messages, id };
}
