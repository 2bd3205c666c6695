import { api } from './api.ts';
import { type SessionPort, session } from './session.ts';

/** Longest wait, in milliseconds, for the extension's id before signing out. */
const WAIT_MS = 2_000;

/** In a shop's admin the extension belongs to another sign-in (rule B049). */
async function tellExtension(mode: SessionPort['mode']): Promise<void> {
  if (mode === 'embedded') return;
  const { extensionRuntime, installedExtensions, knownExtensions, sendSignedOut } = await import(
    './outside/extension.ts'
  );
  const runtime = extensionRuntime();
  if (!runtime) return;
  const installed = installedExtensions.read();
  const ids =
    installed.length > 0
      ? installed
      : knownExtensions((await api('GET /meta', { signal: AbortSignal.timeout(WAIT_MS) })).links);
  await sendSignedOut(mode, ids, runtime);
}

/**
 * Ends this browser's session: forgets it immediately and signs the extension out, which would otherwise show
 * customers' addresses to the next person; every sign-out must use it.
 *
 * @returns once the extension was notified, for callers that leave the page; never rejects.
 */
export async function endSession(port: SessionPort = session()): Promise<void> {
  for (const key of ['token', 'store', 'workplace', 'role'] as const) port.write(key, undefined);
  await tellExtension(port.mode).catch(() => undefined);
}
