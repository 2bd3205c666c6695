import type { PageToSave } from '@quayside/contracts/extension-messages.ts';
import type { Browser } from '../browser-port.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { STORAGE_KEYS } from '../storage.ts';

/** Row C323: the pages that have not arrived yet, without those that the app says it has. */
export function handOver(browser: Browser, { taken }: { taken: string[] }): Promise<{ pages: PageToSave[] }> {
  return oneAtATime(async () => {
    const kept = await STORAGE_KEYS.pages.read(browser);
    const left = kept.filter(({ page }) => !taken.includes(page.id));
    if (left.length < kept.length) await STORAGE_KEYS.pages.write(browser, left);
    return { pages: left.map(({ page }) => page) };
  });
}
