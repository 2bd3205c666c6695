import type { Account } from '../account.ts';
import type { SessionPort } from '../session.ts';
import { type ExtensionRuntime, installedExtensions, knownExtensions, tellEach } from './extension.ts';

/** The extension as it stands in this browser. Where none answers, `ids` is empty. */
export interface FoundExtension {
  ids: readonly string[];
  /** As it says itself; null: it does not. */
  version: string | null;
}

/** A browser may have to start the extension before it answers. */
const WAIT_MS = 3_000;

interface Asked {
  session: Pick<SessionPort, 'mode' | 'read'>;
  /** Who is signed in, and the extensions that may be there. */
  account: Pick<Account, 'id' | 'links'>;
  /** Of the screen. */
  language: string;
  runtime: ExtensionRuntime | undefined;
  wait?: number;
}

/**
 * Asks whether the extension is there, by giving it the bearer of this sign-in (C322), and notes those that answer. Only where
 * the app is open on its own: in a shop's admin the token belongs to another sign-in (rule B049). None that answers is not an
 * error (rule B010). Without the schemas of the messages, so that Home can ask as well.
 */
export async function lookForExtension({ session, account, language, runtime, wait }: Asked): Promise<FoundExtension> {
  const token = session.read('token');
  const workplace = session.read('workplace');
  if (session.mode !== 'standalone' || !token) return { ids: [], version: null };
  const place = { account_id: account.id, language, ...(workplace ? { workplace_id: workplace } : {}) };
  const there = await tellEach(knownExtensions(account.links), runtime, token, place, wait ?? WAIT_MS);
  const ids = there.map(({ id }) => id);
  const before = installedExtensions.read();
  if (ids.join() !== before.join()) installedExtensions.set(ids);
  return { ids, version: versionIn(there[0]?.answer) };
}

function versionIn(answer: unknown): string | null {
  const version = (answer as { data?: { version?: unknown } } | undefined)?.data?.version;
  return typeof version === 'string' && version !== '' ? version.slice(0, 20) : null;
}
