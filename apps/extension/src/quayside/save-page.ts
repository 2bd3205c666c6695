import type { PageToSave } from '@quayside/contracts/extension-messages.ts';
import { z } from 'zod';
import type { Browser } from '../browser-port.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { type SignIn, STORAGE_KEYS } from '../storage.ts';
import type { AskQuayside } from './ask-quayside.ts';

/** As many as one answer of DATA_MIGRATION hands over. */
const MOST_KEPT = 500;

const answerSchema = z.object({
  message: z.string().optional(),
  data: z
    .object({ taken: z.array(z.string()), failed: z.record(z.string(), z.object({ text: z.string() })) })
    .nullish()
    .catch(undefined),
});

/** What became of a page. `kept`: it waits here for a sign-in or for Quayside; `full`: too many wait already. */
export type SavedPage =
  | { outcome: 'saved' }
  | { outcome: 'kept' }
  | { outcome: 'full' }
  | { outcome: 'refused'; why: string };

const keep = (browser: Browser, page: PageToSave, ofPerson: boolean): Promise<SavedPage> =>
  oneAtATime(async () => {
    // The same page saved again is one page, as it was saved last.
    const others = (await STORAGE_KEYS.pages.read(browser)).filter(({ page: one }) => one.address !== page.address);
    if (others.length >= MOST_KEPT) return { outcome: 'full' };
    await STORAGE_KEYS.pages.write(browser, [...others, { page, ofPerson }]);
    return { outcome: 'kept' };
  });

/** Undefined: Quayside did not take it now and may later. */
async function send(
  browser: Browser,
  ask: AskQuayside,
  signIn: SignIn,
  page: PageToSave,
): Promise<SavedPage | undefined> {
  const language = await STORAGE_KEYS.language.read(browser);
  const answer = await ask('POST', '/product-sources/saved-pages', signIn, { language, body: { pages: [page] } }).catch(
    () => undefined,
  );
  if (!answer || answer.status === 401 || answer.status === 429 || answer.status >= 500) return undefined;
  const parsed = answerSchema.safeParse(answer.body);
  if (!parsed.success) return undefined;
  const { data, message } = parsed.data;
  if (answer.status < 300 && data?.taken.includes(page.id)) return { outcome: 'saved' };
  return { outcome: 'refused', why: data?.failed[page.id]?.text ?? message ?? '' };
}

/**
 * Saves a page in Quayside; without a sign-in, or while Quayside does not answer, here until the app asks for it
 * (DATA_MIGRATION). Its id is its own, so that what was sent twice is saved once.
 */
export async function savePage(browser: Browser, ask: AskQuayside, page: PageToSave): Promise<SavedPage> {
  const signIn = await STORAGE_KEYS.signIn.read(browser);
  const sent = signIn ? await send(browser, ask, signIn, page) : undefined;
  return sent ?? keep(browser, page, signIn !== null);
}
