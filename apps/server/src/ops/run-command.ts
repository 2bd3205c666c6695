import { BackupRefused } from '../backup/index.ts';
import { ConfigError } from '../config.ts';
import { StartRefused } from '../db/embedded/index.ts';
import { MigrationRefused } from '../db/index.ts';

/** Runs an operator command; expected errors are one sentence and exit code 1. */
export async function runCommand(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    const expected = [ConfigError, StartRefused, MigrationRefused, BackupRefused].some((kind) => error instanceof kind);
    process.stderr.write(`${expected ? (error as Error).message : ((error as Error).stack ?? String(error))}\n`);
    process.exitCode = 1;
  }
}
