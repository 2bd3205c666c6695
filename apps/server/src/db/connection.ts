import pg from 'pg';
import { typeParsers } from './parsers.ts';

/** What every connection of ours shares: our values, UTC, and a name an administrator can see. */
export function connectionConfig(url: string, applicationName: string): pg.ClientConfig {
  return {
    connectionString: url,
    application_name: applicationName,
    options: '-c TimeZone=UTC -c DateStyle=ISO,YMD -c IntervalStyle=postgres',
    types: typeParsers,
    keepAlive: true,
    connectionTimeoutMillis: 10_000,
  };
}

/** `onError` hears of connections that broke while idle; the pool replaces them by itself. */
export function createPool(url: string, name: string, size: number, onError: (err: Error) => void): pg.Pool {
  const pool = new pg.Pool({ ...connectionConfig(url, name), max: size, idleTimeoutMillis: 60_000 });
  pool.on('error', onError);
  // A connection that breaks between two statements of its borrower has no other listener and would end the process.
  pool.on('connect', (client) => client.on('error', onError));
  return pool;
}

/** One connection of its own for the length of the callback, for work that no pool should do. */
export async function withClient<T>(url: string, name: string, fn: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(connectionConfig(url, name));
  // Whatever breaks the connection also fails the statement under way; without a listener it would end the process.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await fn(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
