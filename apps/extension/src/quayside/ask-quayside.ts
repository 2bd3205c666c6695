import type { Installation } from '../browser-port.ts';
import type { SignIn } from '../storage.ts';

const WAIT_MS = 10_000;

export interface QuaysideAnswer {
  /** Of HTTP. */
  status: number;
  /** The envelope as it came; undefined: no JSON. */
  body: unknown;
}

/** Asks the installation's own API as the person who is signed in. Throws when it does not answer. */
export type AskQuayside = (
  method: 'GET' | 'POST',
  path: string,
  signIn: SignIn,
  options?: { language?: string | null; body?: unknown },
) => Promise<QuaysideAnswer>;

export const createQuaysideClient =
  (own: Installation): AskQuayside =>
  async (method, path, signIn, { language, body } = {}) => {
    const answer = await fetch(`${own.origins[0]}/api${path}`, {
      method,
      // The bearer alone says who it is.
      credentials: 'omit',
      headers: {
        authorization: `Bearer ${signIn.token}`,
        ...(signIn.workplaceId ? { 'workplace-id': signIn.workplaceId } : {}),
        ...(language ? { locale: language } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(WAIT_MS),
    });
    return { status: answer.status, body: await answer.json().catch(() => undefined) };
  };
