import { join, resolve } from 'node:path';
import { BackupRefused, readWithPassphrase, restoreEmbedded, restoreServer } from '../backup/index.ts';
import { askPassphrase } from '../backup/passphrase.ts';
import { readConfig } from '../config.ts';
import { resolveDataDir } from '../db/embedded/index.ts';
import { loadEnvFile } from '../env-file.ts';
import { runCommand } from './run-command.ts';

/**
 * npm run restore -- <file> [--replace]: restores a backup into an empty data folder or an empty database, and pauses
 * all sending. `--replace` moves the content of the data folder aside.
 */
const root = join(import.meta.dirname, '../../../..');
const USE = 'Use: npm run restore -- <file> [--replace]';

await runCommand(async () => {
  loadEnvFile(root);
  const args = process.argv.slice(2);
  const unknown = args.find((arg) => arg.startsWith('--') && arg !== '--replace');
  if (unknown) throw new BackupRefused(`Unknown option ${unknown}. ${USE}`);
  const given = args.find((arg) => !arg.startsWith('--'));
  if (!given) throw new BackupRefused(`Which backup? ${USE}`);
  const config = readConfig(process.env, [], root);
  const file = resolve(process.env.INIT_CWD ?? process.cwd(), given);
  const { dir: dataDir, note } = resolveDataDir(config.dataDir);
  const replace = args.includes('--replace');
  const decrypter = readWithPassphrase(await askPassphrase(config.backup, false));
  if (note) process.stdout.write(`${note}\n`);
  if (config.databaseUrl) {
    if (replace)
      throw new BackupRefused('--replace is for data folders: create an empty database and set DATABASE_URL to it.');
    const { databaseUrl, appDatabaseUrl, appSecret } = config;
    const { manifest } = await restoreServer({ file, decrypter, databaseUrl, appDatabaseUrl, appSecret, dataDir });
    process.stdout.write(`Restored the backup of ${manifest.startedAt}. Sending is paused.\n`);
    return;
  }
  const { manifest, replaced } = await restoreEmbedded({ file, decrypter, dataDir, replace });
  process.stdout.write(`Restored the backup of ${manifest.startedAt} into ${dataDir}. Sending is paused.\n`);
  if (replaced)
    process.stdout.write(`What was there before is in ${replaced}: delete it when you no longer need it.\n`);
});
