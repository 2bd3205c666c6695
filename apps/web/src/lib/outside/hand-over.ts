import type { ExtensionAnswer, PageToSave } from '@quayside/contracts/extension-messages.ts';
import { api } from '../api.ts';
import { NOT_INSTALLED } from './extension.ts';
import { askInstalled } from './extension-ask.ts';

/** Maximum number of pages in a call. */
const AT_ONCE = 50;

interface Transport {
  /** Requests pages saved while signed out; `taken`: ids that arrived and can be deleted. */
  ask(taken: string[]): Promise<ExtensionAnswer<'DATA_MIGRATION'> | typeof NOT_INSTALLED>;
  /** @returns the ids that are stored now. */
  save(pages: PageToSave[]): Promise<string[]>;
}

const TRANSPORT: Transport = {
  ask: (taken) => askInstalled('DATA_MIGRATION', { taken }),
  save: async (pages) => (await api('POST /product-sources/saved-pages', { body: { pages }, quiet: true })).taken,
};

/**
 * Imports pages saved with the extension while signed out (C323). The extension deletes a page only after confirmation
 * and ids prevent duplicates, so an interrupted import resumes on the next start.
 */
export async function handOver({ ask, save }: Transport = TRANSPORT): Promise<void> {
  const first = await ask([]);
  if (first === NOT_INSTALLED || !first.ok) return;
  const { pages } = first.data;
  for (let at = 0; at < pages.length; at += AT_ONCE) {
    const taken = await save(pages.slice(at, at + AT_ONCE));
    if (taken.length > 0) await ask(taken);
  }
}
