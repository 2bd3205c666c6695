import { join, resolve } from 'node:path';
import { BackupRefused, runBackup } from '../backup/index.ts';
import { askPassphrase } from '../backup/passphrase.ts';
import { readConfig } from '../config.ts';
import { resolveDataDir } from '../db/embedded/index.ts';
import { loadEnvFile } from '../env-file.ts';
import { runCommand } from './run-command.ts';

/**
 * npm run backup [-- <folder> --prune]: backs up the database, secrets and files into one encrypted file and verifies it by
 * restoring it. Quayside may be running. `--prune`: then deletes all but the QUAYSIDE_BACKUP_KEEP latest, for a
 * scheduler outside. `--scheduled`: for the schedule.
 */
const root = join(import.meta.dirname, '../../../..');

await runCommand(async () => {
  loadEnvFile(root);
  const args = process.argv.slice(2);
  const scheduled = args.includes('--scheduled');
  const unknown = args.find((arg) => arg.startsWith('--') && !['--scheduled', '--no-verify', '--prune'].includes(arg));
  if (unknown)
    throw new BackupRefused(`Unknown option ${unknown}. Use: npm run backup -- [folder] [--no-verify] [--prune]`);
  if (args.includes('--prune') && args.includes('--no-verify'))
    throw new BackupRefused('--prune deletes older backups, which needs a verified new one: leave out --no-verify.');
  const config = readConfig(process.env, [], root);
  const given = args.find((arg) => !arg.startsWith('--'));
  const dir = given ? resolve(process.env.INIT_CWD ?? process.cwd(), given) : config.backup.dir;
  if (!dir)
    throw new BackupRefused('Where to? Set QUAYSIDE_BACKUP_DIR, or name the folder: npm run backup -- /mnt/backups');
  const made = await runBackup({
    config,
    dataDir: resolveDataDir(config.dataDir).dir,
    dir,
    passphrase: () => askPassphrase(config.backup, true),
    scheduled,
    verify: !args.includes('--no-verify'),
    prune: args.includes('--prune'),
  });
  if (!made) return;
  const { verified } = made;
  process.stdout.write(`${made.file} (${(made.bytes / 1e6).toFixed(1)} MB)\n`);
  if (verified?.exact)
    process.stdout.write(`Verified: restored into a scratch database, all ${verified.rows} rows are there.\n`);
  else if (verified)
    process.stdout.write(
      `Verified: restored into a scratch database of ${verified.rows} rows, and its ledger is balanced. Rows were not compared one to one because writes never paused.\n`,
    );
});
