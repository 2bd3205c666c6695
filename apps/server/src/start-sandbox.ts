import { join } from 'node:path';
import { ensureSandbox, type SandboxProcess } from '@quayside/sandbox';
import type { Config } from './config.ts';
import { resolveDataDir } from './db/embedded/index.ts';

/** Where the sandbox of an installation keeps what it holds. */
export const sandboxFolder = (dataDir: string): string => join(dataDir, 'sandbox');

/** Starts the sandbox, or finds the one that runs; undefined where it is switched off. A failure is told to whoever awaits it. */
export function startSandbox(config: Config): Promise<SandboxProcess> | undefined {
  if (!config.sandbox) return undefined;
  const dataDir = sandboxFolder(resolveDataDir(config.dataDir).dir);
  const starting = ensureSandbox({ dataDir, port: config.sandboxPort });
  starting.catch(() => undefined);
  return starting;
}
