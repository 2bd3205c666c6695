import { z } from 'zod';
import type { Browser } from '../browser-port.ts';
import { KEPT } from '../kept.ts';
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

/** Asks who the kept sign-in is of; one that has ended is forgotten. */
export async function whoIsThere(browser: Browser, ask: AskQuayside): Promise<Connection> {
  const signIn = await KEPT.signIn.read(browser);
  if (!signIn) return { state: 'signed_out' };
  const answer = await ask('GET', '/auth/account', signIn).catch(() => undefined);
  if (answer?.status === 401) {
    await browser.remove(KEPT.signIn.area, [KEPT.signIn.key]);
    return { state: 'signed_out' };
  }
  const account = accountSchema.safeParse(answer?.body);
  if (!account.success) return { state: 'away' };
  const { email, workplaces } = account.data.data;
  return { state: 'signed_in', email, workspace: workplaces.find(({ id }) => id === signIn.workplaceId)?.name ?? null };
}
