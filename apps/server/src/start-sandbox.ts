import { join } from 'node:path';
import { ensureSandbox, type SandboxProcess } from '@quayside/sandbox';
import type { Config } from './config.ts';
import { resolveDataDir } from './db/embedded/index.ts';

/** Data folder of an installation's sandbox. */
export const sandboxFolder = (dataDir: string): string => join(dataDir, 'sandbox');

/**
 * Starts the sandbox, or finds the running one; undefined if it is off. Failures are reported to the awaiting caller.
 */
export function startSandbox(config: Config): Promise<SandboxProcess> | undefined {
  if (!config.sandbox) return undefined;
  const dataDir = sandboxFolder(resolveDataDir(config.dataDir).dir);
  const starting = ensureSandbox({ dataDir, port: config.sandboxPort });
  starting.catch(() => undefined);
  return starting;
}
