import { api } from './api.ts';
import { type SessionPort, session } from './session.ts';

/** The longest that the way to the sign-in waits for the address of the extension. */
const WAIT_MS = 2_000;

/** In a shop's admin the extension belongs to another sign-in (rule B049). */
async function tellExtension(mode: SessionPort['mode']): Promise<void> {
  if (mode === 'embedded') return;
  const { extensionRuntime, installedExtensions, knownExtensions, tellSignedOut } = await import(
    './outside/extension.ts'
  );
  const runtime = extensionRuntime();
  if (!runtime) return;
  const installed = installedExtensions.read();
  const ids =
    installed.length > 0
      ? installed
      : knownExtensions((await api('GET /meta', { signal: AbortSignal.timeout(WAIT_MS) })).links);
  await tellSignedOut(mode, ids, runtime);
}

/**
 * Ends this browser's session: forgets it here immediately, and has the extension forget the person. Every way in which a
 * session ends comes through here, or the extension would show shoppers' addresses to the next person who signs in.
 *
 * @returns once the extension has been told, for those who leave the page afterwards; never rejects.
 */
export async function endSession(port: SessionPort = session()): Promise<void> {
  for (const key of ['token', 'store', 'workplace', 'role'] as const) port.write(key, undefined);
  await tellExtension(port.mode).catch(() => undefined);
}
