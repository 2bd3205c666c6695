import pg from 'pg';
import { clientFor } from './hosts.ts';
import { typeParsers } from './parsers.ts';
import { type Purpose, TIMEOUTS } from './timeouts.ts';

const CONNECT_MS = 10_000;

/** Shared by every connection: our value parsers, and a name visible to administrators. */
function connectionConfig(url: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: CONNECT_MS,
  };
}

/**
 * Session settings as statements: pgbouncer refuses a connection that passes them in the startup packet ("unsupported
 * startup parameter: options").
 */
function sessionSettings(purpose: Purpose): string {
  const { statement, lock, idleInTransaction } = TIMEOUTS[purpose];
  return `set timezone = 'UTC'; set datestyle = 'ISO, YMD'; set intervalstyle = 'postgres';
    set statement_timeout = ${statement}; set lock_timeout = ${lock};
    set idle_in_transaction_session_timeout = ${idleInTransaction};
    select exists (select from pg_extension where extname = 'citus') as citus`;
}

const onCitus = new WeakSet<pg.ClientBase>();

/** Whether a connection is one to a database that Citus distributes. Read when it was opened. */
export const isOnCitus = (client: pg.ClientBase): boolean => onCitus.has(client);

const prepare = async (client: pg.ClientBase, purpose: Purpose): Promise<void> => {
  // The connect timeout does not cover this statement; without a limit, a silent server would block the caller forever.
  const query: pg.QueryConfig & { query_timeout: number } = {
    text: sessionSettings(purpose),
    query_timeout: CONNECT_MS,
  };
  const answers = (await client.query(query)) as unknown as pg.QueryResult<{ citus: boolean }>[];
  if (answers.at(-1)?.rows[0]?.citus) onCitus.add(client);
};

/** For a library's own pool: where it connects to, and the setup of each connection before it is lent. */
export const poolHooks = (
  url: string,
  purpose: Purpose,
): { connectionString: string; Client: typeof pg.Client; onConnect: (client: pg.ClientBase) => Promise<void> } => ({
  connectionString: url,
  Client: clientFor(url),
  onConnect: (client) => prepare(client, purpose),
});

/** `onError` is called for connections lost while idle; the pool replaces them. */
export function createPool(
  url: string,
  name: string,
  purpose: Purpose,
  size: number,
  onError: (err: Error) => void,
): pg.Pool {
  const pool = new pg.Pool({
    ...connectionConfig(url, name),
    ...poolHooks(url, purpose),
    max: size,
    idleTimeoutMillis: 60_000,
  });
  pool.on('error', onError);
  // A connection that breaks between two statements has no other listener, and the error would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** Opens a dedicated connection for a purpose. `onError` is called when it breaks; the caller closes it. */
export async function connect(
  url: string,
  name: string,
  purpose: Purpose,
  onError: (err: Error) => void,
  more: pg.ClientConfig = {},
): Promise<pg.Client> {
  const client = new (clientFor(url))({ ...connectionConfig(url, name), ...more });
  client.on('error', onError);
  try {
    await client.connect();
    await prepare(client, purpose);
  } catch (err) {
    await client.end().catch(() => undefined);
    throw err;
  }
  return client;
}

/** Provides a dedicated connection for the duration of the callback, for work unsuitable for a pool. */
export async function withClient<T>(
  url: string,
  name: string,
  fn: (client: pg.Client) => Promise<T>,
  purpose: Purpose = 'maintenance',
): Promise<T> {
  // Any connection error also fails the running statement; without a listener it would end the process.
  const client = await connect(url, name, purpose, () => undefined);
  try {
    return await fn(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
