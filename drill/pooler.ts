import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, openSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { freePort } from '@quayside/testing/free-port.ts';
import { until } from '@quayside/testing/waiting.ts';

/** A pgbouncer of the drill's own, in session mode. */
export interface Pooler {
  port: number;
  /** Kills it, which breaks all connections on both sides, and starts it again. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** Debian has it in /usr/sbin, which is not in everyone's path. */
const PROGRAMS = ['pgbouncer', '/usr/sbin/pgbouncer'];
const HINT =
  'apt-get install pgbouncer (Debian, Ubuntu), dnf install pgbouncer (Fedora) or brew install pgbouncer (macOS)';

function findPgbouncer(): string {
  const found = PROGRAMS.find((program) => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0);
  if (!found) throw new Error(`pgbouncer was not found: run ${HINT}.`);
  return found;
}

const answers = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect({ host: '127.0.0.1', port });
    const end = (isThere: boolean) => () => {
      socket.destroy();
      resolve(isThere);
    };
    socket.once('connect', end(true));
    socket.once('error', end(false));
  });

/** Starts a pgbouncer in front of a server, for the logins of these addresses; set up as docs/guides/run-on-postgresql.md says. */
export async function startPooler(
  dir: string,
  server: { host: string; port: number; database: string },
  logins: readonly string[],
): Promise<Pooler> {
  const program = findPgbouncer();
  const port = await freePort();
  mkdirSync(dir, { recursive: true });
  const users = logins.map((login) => new URL(login));
  const quoted = (text: string): string => `"${decodeURIComponent(text).replaceAll('"', '""')}"`;
  writeFileSync(
    join(dir, 'users.txt'),
    users.map(({ username, password }) => `${quoted(username)} ${quoted(password)}\n`).join(''),
  );
  const settings = [
    '[databases]',
    `${server.database} = host=${server.host} port=${server.port}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = scram-sha-256',
    `auth_file = ${join(dir, 'users.txt')}`,
    'pool_mode = session',
    'default_pool_size = 100',
    'max_client_conn = 300',
    // It refuses to run as root, and becomes this user.
    ...(process.getuid?.() === 0 ? ['user = nobody'] : []),
  ];
  writeFileSync(join(dir, 'pgbouncer.ini'), `${settings.join('\n')}\n`);
  const log = openSync(join(dir, 'pgbouncer.log'), 'a');
  let running: ChildProcess | undefined;

  async function start(): Promise<void> {
    const started = spawn(program, [join(dir, 'pgbouncer.ini')], { stdio: ['ignore', log, log] });
    running = started;
    await until(
      'pgbouncer to start',
      async () => {
        if (started.exitCode !== null)
          throw new Error(`pgbouncer ended (${started.exitCode}); see ${dir}/pgbouncer.log`);
        return answers(port);
      },
      { everyMs: 25 },
    );
  }

  async function kill(): Promise<void> {
    const one = running;
    if (!one || one.exitCode !== null || one.signalCode !== null) return;
    const gone = new Promise((done) => one.once('exit', done));
    one.kill('SIGKILL');
    await gone;
  }

  await start();
  return {
    port,
    async restart() {
      await kill();
      await start();
    },
    stop: kill,
  };
}
