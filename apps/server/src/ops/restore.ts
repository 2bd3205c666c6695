import { statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import {
  BackupRefused,
  readWithPassphrase,
  replaceDatabase,
  restoreEmbedded,
  restoreServer,
  restoreUntil,
} from '../backup/index.ts';
import { askPassphrase } from '../backup/passphrase.ts';
import { readConfig } from '../config.ts';
import { resolveDataDir } from '../db/embedded/index.ts';
import { loadEnvFile } from '../env-file.ts';
import { runCommand } from './run-command.ts';

/**
 * npm run restore -- <file> [--replace], or -- --until <time> [<folder>] [--replace]: restores a backup into an empty
 * data folder or an empty database, and pauses all sending. `--replace` keeps the content of the data folder, or the
 * database, under another name. `--until` restores the embedded database as it was at a time.
 */
const root = join(import.meta.dirname, '../../../..');
const USE =
  'Use: npm run restore -- <file> [--replace], or npm run restore -- --until 2026-11-29T10:00:00Z [--replace]';

interface Args {
  /** A backup file or, with `until`, the folder of the backups. */
  given: string | undefined;
  replace: boolean;
  until: Date | undefined;
}

function parse(args: readonly string[]): Args {
  const rest = [...args];
  const at = rest.findIndex((arg) => arg === '--until' || arg.startsWith('--until='));
  let until: Date | undefined;
  if (at >= 0) {
    const [option = '', next] = rest.slice(at, at + 2);
    const inside = option.includes('=');
    rest.splice(at, inside ? 1 : 2);
    until = parseTime(inside ? option.slice(option.indexOf('=') + 1) : (next ?? ''));
  }
  const unknown = rest.find((arg) => arg.startsWith('--') && arg !== '--replace');
  if (unknown) throw new BackupRefused(`Unknown option ${unknown}. ${USE}`);
  const given = rest.find((arg) => !arg.startsWith('--'));
  return { given, replace: rest.includes('--replace'), until };
}

/** With its time zone, or an operator's local time would silently be read as another one. */
function parseTime(text: string): Date {
  const time = new Date(text);
  if (!/T.*(Z|[+-]\d\d:?\d\d)$/.test(text) || Number.isNaN(time.getTime()))
    throw new BackupRefused(`"${text}" is not a time with a time zone, such as 2026-11-29T10:00:00Z. ${USE}`);
  if (time > new Date()) throw new BackupRefused(`${time.toISOString()} is in the future.`);
  return time;
}

await runCommand(async () => {
  loadEnvFile(root);
  const { given, replace, until } = parse(process.argv.slice(2));
  const config = readConfig(process.env, [], root);
  const path = given === undefined ? config.backup.dir : resolve(process.env.INIT_CWD ?? process.cwd(), given);
  if (!path || (!given && !until)) throw new BackupRefused(`Which backup? ${USE}`);
  if (until && given && !statSync(path, { throwIfNoEntry: false })?.isDirectory())
    throw new BackupRefused(`--until takes the folder of the backups, and ${path} is none. ${USE}`);
  const { dir: dataDir, note } = resolveDataDir(config.dataDir);
  if (until && config.databaseUrl) {
    throw new BackupRefused(
      '--until is for the embedded database: restore DATABASE_URL to a time with the tool that archives its log, then run "npm run restored".',
    );
  }
  const decrypter = readWithPassphrase(await askPassphrase(config.backup, false));
  if (note) process.stdout.write(`${note}\n`);
  const say = (what: string, startedAt: string) =>
    process.stdout.write(`Restored ${what} of ${startedAt}${until ? '' : '. Sending is paused.'}\n`);
  if (config.databaseUrl) {
    const { databaseUrl, appDatabaseUrl, appSecret } = config;
    const options = { file: path, decrypter, databaseUrl, appDatabaseUrl, appSecret, dataDir };
    if (!replace) return void say('the backup', (await restoreServer(options)).manifest.startedAt);
    const { manifest, replaced } = await replaceDatabase(options);
    say('the backup', manifest.startedAt);
    process.stdout.write(`The database before is now "${replaced}": drop it when you no longer need it.\n`);
    return;
  }
  const { manifest, replaced } = until
    ? await restoreUntil(path, { decrypter, dataDir, replace, until })
    : await restoreEmbedded({ file: path, decrypter, dataDir, replace });
  say(`into ${dataDir} the backup`, manifest.startedAt);
  if (until) process.stdout.write(`Replayed everything committed until ${until.toISOString()}. Sending is paused.\n`);
  if (replaced)
    process.stdout.write(`What was there before is in ${replaced}: delete it when you no longer need it.\n`);
});
