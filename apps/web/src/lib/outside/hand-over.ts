import type { ExtensionAnswer, PageToSave } from '@quayside/contracts/extension-messages.ts';
import { api } from '../api.ts';
import { NOT_INSTALLED } from './extension.ts';
import { askInstalled } from './extension-ask.ts';

/** How many pages the server takes at once. */
const AT_ONCE = 50;

interface Way {
  /** Asks for what was saved while nobody was signed in; what is named has arrived and may be forgotten. */
  ask(taken: string[]): Promise<ExtensionAnswer<'DATA_MIGRATION'> | typeof NOT_INSTALLED>;
  /** @returns the ids that are kept now. */
  save(pages: PageToSave[]): Promise<string[]>;
}

const THE_WAY: Way = {
  ask: (taken) => askInstalled('DATA_MIGRATION', { taken }),
  save: async (pages) => (await api('POST /product-sources/saved-pages', { body: { pages }, quiet: true })).taken,
};

/**
 * Takes over what was saved with the extension before anybody was signed in (C323). The extension forgets a page only once it is
 * told that it arrived; a page is saved once by its id. So whatever fails on the way, the next start goes on: nothing is lost
 * and nothing is there twice.
 */
export async function handOver({ ask, save }: Way = THE_WAY): Promise<void> {
  const first = await ask([]);
  if (first === NOT_INSTALLED || !first.ok) return;
  const { pages } = first.data;
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    const taken = await save(pages.slice(at, at + AT_ONCE));
    if (taken.length > 0) await ask(taken);
  }
}
