import type { Browser } from './browser-port.ts';
import { STORAGE_KEYS } from './storage.ts';

/**
 * Removes everything that belongs to the signed-in person; pages saved before anyone signed in stay. The caller holds the lock
 * of `oneAtATime`, which must not be taken twice.
 */
export async function forgetPerson(browser: Browser): Promise<void> {
  const pages = await STORAGE_KEYS.pages.read(browser);
  const left = pages.filter(({ ofPerson }) => !ofPerson);
  if (left.length < pages.length) await STORAGE_KEYS.pages.write(browser, left);
  const theirs = Object.values(STORAGE_KEYS).filter(({ ofPerson }) => ofPerson);
  for (const area of ['session', 'local'] as const)
    await browser.remove(
      area,
      theirs.filter((slot) => slot.area === area).map(({ key }) => key),
    );
  await browser.mark('');
}
