import { z } from 'zod';
import type { Browser } from '../browser-port.ts';
import { forgetPerson } from '../forget-person.ts';
import { oneAtATime } from '../one-at-a-time.ts';
import { type SignIn, STORAGE_KEYS } from '../storage.ts';
import type { AskQuayside } from './ask-quayside.ts';

/** What of the account's own call is read (GET /auth/account). */
const accountSchema = z.object({
  data: z.object({
    email: z.string(),
    workplaces: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
});

/** How the extension stands with its Quayside. `away`: it has a sign-in, and nobody answers. */
export type Connection =
  | { state: 'signed_in'; email: string; workspace: string | null }
  | { state: 'signed_out' }
  | { state: 'away' };

/** Forgets the person whose session has ended, unless the app has handed over another session meanwhile. */
const forgetEnded = (browser: Browser, ended: SignIn): Promise<void> =>
  oneAtATime(async () => {
    const kept = await STORAGE_KEYS.signIn.read(browser);
    if (kept?.token === ended.token) await forgetPerson(browser);
  });

/** Asks whose session is kept; when it has ended, everything of that person is forgotten. */
export async function whoIsThere(browser: Browser, ask: AskQuayside): Promise<Connection> {
  const signIn = await STORAGE_KEYS.signIn.read(browser);
  if (!signIn) return { state: 'signed_out' };
  const answer = await ask('GET', '/auth/account', signIn).catch(() => undefined);
  if (answer?.status === 401) {
    await forgetEnded(browser, signIn);
    return { state: 'signed_out' };
  }
  const account = accountSchema.safeParse(answer?.body);
  if (!account.success) return { state: 'away' };
  const { email, workplaces } = account.data.data;
  return { state: 'signed_in', email, workspace: workplaces.find(({ id }) => id === signIn.workplaceId)?.name ?? null };
}
