import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Transform } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import type { Decrypter } from 'age-encryption';
import { clientEnv, clientProgram, type PostgresClient, programEnv } from './postgres-client.ts';
import { unpack } from './unpack.ts';

interface Ended {
  code: number | null;
  said: string;
}

function watch(child: ChildProcess): Promise<Ended> {
  let said = '';
  child.stderr?.on('data', (text) => {
    said = `${said}${text}`.slice(-4_000);
  });
  // Its exit code gives the reason; writing to a program that ended fails beside it.
  child.stdin?.on('error', () => undefined);
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, said: said.trim() }));
  });
}

const options = { stdio: ['pipe', 'pipe', 'pipe'] as ['pipe', 'pipe', 'pipe'], windowsHide: true };

/** The list of a dump's objects, read from its beginning. */
export async function listObjects(programs: PostgresClient, beginning: Buffer): Promise<string> {
  const child = spawn(clientProgram(programs, 'pg_restore'), ['--list'], { ...options, env: programEnv() });
  const ended = watch(child);
  const list = buffer(child.stdout);
  child.stdin.end(beginning);
  const { code, said } = await ended;
  if (code !== 0) throw new Error(`pg_restore can't read the dump: ${said}`);
  return (await list).toString();
}

/** Privileges on PostgreSQL's own functions belong to the server, and only its administrator may grant them. */
export const withoutSystem = (list: string): string =>
  list
    .split('\n')
    .filter((line) => !/^\d+; \d+ \d+ ACL pg_catalog /.test(line))
    .join('\n');

/** From 17 on pg_restore sets transaction_timeout first, which older servers don't know. */
function forOlderServers(): Transform {
  let head: Buffer | undefined = Buffer.alloc(0);
  const flushHead = (): Buffer => {
    const fixed = (head ?? Buffer.alloc(0)).toString('latin1').replace(/^SET transaction_timeout = 0;$/m, '');
    head = undefined;
    return Buffer.from(fixed, 'latin1');
  };
  return new Transform({
    transform(piece: Buffer, _encoding, done) {
      if (!head) return done(null, piece);
      head = Buffer.concat([head, piece]);
      if (head.length < HEAD) return done();
      done(null, flushHead());
    },
    flush(done) {
      done(null, head ? flushHead() : undefined);
    },
  });
}

/** Bytes with the settings at the beginning of a script. */
const HEAD = 4_096;

export interface DumpFeed {
  file: string;
  decrypter: Decrypter;
  programs: PostgresClient;
  /** Database to restore into. */
  url: string;
  /** Objects to restore. */
  list: string;
  /** SQL at the end of the transaction. */
  more: string;
}

/**
 * Restores a dump in one transaction. psql commits only at our own word, so a command that is killed, or a dump that
 * ends early, changes nothing.
 */
export async function feedDump(feed: DumpFeed): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'quayside-restore-'));
  const listFile = join(scratch, 'objects');
  writeFileSync(listFile, feed.list, { mode: 0o600 });
  const { env, database } = clientEnv(feed.url);
  const restore = spawn(
    clientProgram(feed.programs, 'pg_restore'),
    ['--format=custom', '--no-owner', `--use-list=${listFile}`, '--file=-'],
    { ...options, env },
  );
  const psql = spawn(
    clientProgram(feed.programs, 'psql'),
    ['--no-psqlrc', '--quiet', '--no-password', '--set=ON_ERROR_STOP=1', '--output=/dev/null', `--dbname=${database}`],
    { ...options, env },
  );
  const [restored, loaded] = [watch(restore), watch(psql)];
  psql.stdout.resume();
  psql.stdin.write('begin;\n');
  const sending = pipeline(restore.stdout, forOlderServers(), psql.stdin, { end: false });
  sending.catch(() => undefined);
  try {
    const broken = loaded.then(({ said }) => {
      throw new Error(`the dump could not be restored: ${said}`);
    });
    broken.catch(() => undefined);
    await Promise.race([broken, send(feed, restore)]);
    const { code, said } = await Promise.race([broken, restored]);
    if (code !== 0) throw new Error(`pg_restore failed: ${said}`);
    await Promise.race([broken, sending]);
    psql.stdin.end(`${feed.more}\ncommit;\n`);
    const end = await loaded;
    if (end.code !== 0) throw new Error(`the dump could not be restored: ${end.said}`);
  } finally {
    restore.kill('SIGKILL');
    psql.kill('SIGKILL');
    await Promise.allSettled([restored, loaded]);
    rmSync(scratch, { recursive: true, force: true });
  }
}

async function send({ file, decrypter }: DumpFeed, restore: ChildProcess): Promise<void> {
  const { stdin } = restore;
  if (!stdin) return;
  await unpack({
    file,
    decrypter,
    async onDump(piece) {
      await pipeline(piece, stdin, { end: false });
    },
  });
  stdin.end();
}
