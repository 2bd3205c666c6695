import type { Account } from '../account.ts';
import type { SessionPort } from '../session.ts';
import { type ExtensionRuntime, installedExtensions, knownExtensions, notifyExtensions } from './extension.ts';

/** The extension in this browser. `ids` is empty when none responds. */
export interface FoundExtension {
  ids: readonly string[];
  /** Its version; null: not reported. */
  version: string | null;
}

/** The browser may have to start the extension before it responds. */
const WAIT_MS = 3_000;

interface Asked {
  session: Pick<SessionPort, 'mode' | 'read'>;
  /** The signed-in account and the possible extensions. */
  account: Pick<Account, 'id' | 'links'>;
  /** Interface language. */
  language: string;
  runtime: ExtensionRuntime | undefined;
  wait?: number;
}

/**
 * Detects the extension by passing it this sign-in's token (C322) and stores the ids that respond. Standalone only,
 * because a shop's admin has a token of another sign-in (rule B049); no response is not an error (rule B010). It avoids
 * the message schemas, so that Home can use it.
 */
export async function lookForExtension({ session, account, language, runtime, wait }: Asked): Promise<FoundExtension> {
  const token = session.read('token');
  const workplace = session.read('workplace');
  if (session.mode !== 'standalone' || !token) return { ids: [], version: null };
  const place = { account_id: account.id, language, ...(workplace ? { workplace_id: workplace } : {}) };
  const there = await notifyExtensions(knownExtensions(account.links), runtime, token, place, wait ?? WAIT_MS);
  const ids = there.map(({ id }) => id);
  const before = installedExtensions.read();
  if (ids.join() !== before.join()) installedExtensions.set(ids);
  return { ids, version: versionIn(there[0]?.answer) };
}

function versionIn(answer: unknown): string | null {
  const version = (answer as { data?: { version?: unknown } } | undefined)?.data?.version;
  return typeof version === 'string' && version !== '' ? version.slice(0, 20) : null;
}
