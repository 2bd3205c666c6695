import { escapeLiteral, type Pool, type PoolClient, type QueryResult } from 'pg';
import { IN_TWO_PHASES } from './citus/two-phase.ts';
import { type AroundStatement, clientExecutor } from './client-executor.ts';
import { createPool, isOnCitus } from './connection.ts';
import { isAborted } from './errors.ts';
import type { Actor, Db, Executor, LiveEvent } from './executor.ts';
import { currentGuard } from './guard.ts';
import { heldText } from './held-text.ts';
import { createListener } from './listener.ts';
import { createNotifier, type Notice } from './notifier.ts';
import { asWork } from './open-work.ts';
import { BEGIN_ON_CITUS, noTenant, setActor, setAs, type TenantIds, tenantIds } from './scope.ts';
import { statementNames } from './statements.ts';

export interface DbOptions {
  /** URL of the owner of the tables (DATABASE_URL). */
  ownerUrl: string;
  /** URL of the application role, see ensureAppRole. */
  appUrl: string;
  /**
   * Connections of the application role; default 10. The listener and the notifier use 1 each, db.owner up to 2 while
   * in use.
   */
  poolSize?: number;
  /** How many statements keep a plan per connection; 0 disables prepared statements. Default 256. */
  preparedStatements?: number;
  /** Called for connections lost while idle; they are replaced. */
  onConnectionError?: (err: Error) => void;
  /** Called with the time that a caller waited for a connection, in seconds. */
  onWait?: (pool: string, seconds: number) => void;
  /** Called around every statement of an executor while traces are recorded. */
  onStatement?: AroundStatement;
}

/** Connections of a pool of this process. */
export interface PoolState {
  pool: string;
  size: number;
  open: number;
  idle: number;
  waiting: number;
}

export const poolState = (name: string, { options, totalCount, idleCount, waitingCount }: Pool): PoolState => ({
  pool: name,
  size: options.max,
  open: totalCount,
  idle: idleCount,
  waiting: waitingCount,
});

const setSession =
  "select set_config('app.account_id', $1, false), set_config('app.workplace_id', $2, false), set_config('app.store_ids', $3, false)";
/** Part of the text that sets the tenant, to save a round trip. */
const withActor = (ids: TenantIds, actor: Actor | undefined): string =>
  actor ? `${setAs(ids)}; ${setActor(actor)}` : setAs(ids);
/** Opens a transaction limited to one tenant (or none), in one round trip, or two on Citus. */
async function beginAs(client: PoolClient, ids: TenantIds, actor?: Actor): Promise<unknown> {
  if (!isOnCitus(client)) return client.query(`begin; ${withActor(ids, actor)}`);
  await client.query(BEGIN_ON_CITUS);
  return client.query(withActor(ids, actor));
}
/**
 * Numbers and writes live events in one message with COMMIT, so that the counter's lock is held for no extra round
 * trip. Deferred constraints are checked first, because their row locks must not be awaited while holding the counter.
 */
const appendText = (workplace: string, events: readonly LiveEvent[]): string =>
  `set constraints all immediate; select live_append('${workplace}', ${escapeLiteral(String(heldText(JSON.stringify(events))))})`;
// Fails loudly instead of returning an empty result where policies hide rows from a plain owner.
const beginOwner = 'begin; set local row_security = off';

/** Creates the pools; connections open on first use. */
export function createDb(options: DbOptions): Db & { pools(): PoolState[] } {
  let closing = false;
  // An idle connection may end with the server during shutdown; nothing is lost with it.
  const onError = (err: Error): void => {
    if (!closing) options.onConnectionError?.(err);
  };
  const nameOf = statementNames(options.preparedStatements ?? 256);
  const app = createPool(options.appUrl, 'quayside', 'app', options.poolSize ?? 10, onError);
  const owner = createPool(options.ownerUrl, 'quayside owner', 'maintenance', 2, onError);
  const listener = createListener(options.appUrl, onError);
  const notifier = createNotifier(options.appUrl, onError);
  /** The tenant currently set on each connection; an unlisted connection has no reliable one. */
  const remembered = new WeakMap<PoolClient, string>();
  /** Connections to close instead of lending them again. */
  const broken = new WeakSet<PoolClient>();

  async function borrow<T>(pool: Pool, fn: (client: PoolClient) => Promise<T>): Promise<T> {
    const began = performance.now();
    const client = await pool.connect();
    options.onWait?.(pool === app ? 'app' : 'owner', (performance.now() - began) / 1000);
    try {
      return await fn(client);
    } finally {
      // Any other status means that a transaction, possibly failed, would leak to the next borrower.
      const idle = client.getTransactionStatus() === 'I';
      client.release(!idle || broken.delete(client));
    }
  }

  async function work<T>(
    client: PoolClient,
    workplace: string,
    fn: (ex: Executor) => Promise<T>,
  ): Promise<{ result: T; notices: readonly Notice[]; events: readonly LiveEvent[] }> {
    const ex = clientExecutor(client, nameOf, workplace, options.onStatement);
    try {
      return { result: await fn(ex), notices: ex.notices, events: ex.events };
    } finally {
      await ex.end();
      if (ex.stale) broken.add(client);
    }
  }

  /** Commits, writing the live events as the last statement. `isTenant`: it may have written a tenant's tables. */
  async function commit(
    client: PoolClient,
    workplace: string,
    events: readonly LiveEvent[],
    isTenant: boolean,
  ): Promise<void> {
    // A swallowed error inside the callback silently turns the commit into a rollback.
    const failed = client.getTransactionStatus() === 'E';
    const before: string[] = [];
    if (!failed && events.length > 0) before.push(appendText(workplace, events));
    if (!failed && isTenant && isOnCitus(client)) before.push(IN_TWO_PHASES);
    const text = [...before, 'commit'].join('; ');
    // The status may predate an error that was just swallowed; then the statement before the commit fails.
    const answer: QueryResult | QueryResult[] | undefined = await client.query(text).catch((error: unknown) => {
      if (isAborted(error)) return undefined;
      throw error;
    });
    const command = Array.isArray(answer) ? answer.at(-1)?.command : answer?.command;
    if (command !== 'COMMIT') throw new Error('The transaction was rolled back because one of its statements failed.');
  }

  function transaction<T>(
    kind: string,
    pool: Pool,
    open: (client: PoolClient) => Promise<unknown>,
    workplace: string,
    fn: (tx: Executor) => Promise<T>,
  ): Promise<T> {
    return asWork(kind, () => borrow(pool, (client) => inOne(client, open, workplace, fn, kind === 'tenant')));
  }

  async function inOne<T>(
    client: PoolClient,
    open: (client: PoolClient) => Promise<unknown>,
    workplace: string,
    fn: (tx: Executor) => Promise<T>,
    isTenant = false,
  ): Promise<T> {
    try {
      await open(client);
      const { result, notices, events } = await work(client, workplace, fn);
      await commit(client, workplace, events, isTenant || events.length > 0);
      notifier.add(notices);
      return result;
    } catch (err) {
      await client.query('rollback').catch(() => broken.add(client));
      throw err;
    }
  }

  /** Opens a transaction of the application as a tenant; the guard's check runs first, under its own account. */
  const openAs = (ids: TenantIds, actor?: Actor) => async (client: PoolClient) => {
    const guard = currentGuard();
    if (!guard) return beginAs(client, ids, actor);
    await beginAs(client, tenantIds({ accountId: guard.accountId }));
    await work(client, noTenant.workplace, (tx) => guard.check(tx));
    return client.query(withActor(ids, actor));
  };

  /** The tenant must be set before any statement of the callback; if that fails, the connection is closed. */
  async function setTenant(client: PoolClient, ids: TenantIds): Promise<void> {
    const wanted = `${ids.account}/${ids.workplace}/${ids.stores}`;
    if (remembered.get(client) === wanted) return;
    remembered.delete(client);
    try {
      const name = options.preparedStatements === 0 ? undefined : 'quayside_tenant';
      await client.query({ text: setSession, values: [ids.account, ids.workplace, ids.stores], ...(name && { name }) });
    } catch (err) {
      broken.add(client);
      throw err;
    }
    remembered.set(client, wanted);
  }

  return {
    async tenant(scope, fn) {
      const ids = tenantIds(scope);
      return transaction('tenant', app, openAs(ids, scope.actor), ids.workplace, fn);
    },
    async read(scope, fn) {
      const ids = tenantIds(scope);
      return asWork('read', () =>
        borrow(app, async (client) => {
          // The tenant reaches the workers of a distributed database in a transaction only.
          if (isOnCitus(client)) return inOne(client, (one) => beginAs(one, ids), ids.workplace, fn);
          await setTenant(client, ids);
          const { result, notices, events } = await work(client, ids.workplace, fn);
          if (events.length > 0) {
            await client.query('begin');
            await commit(client, ids.workplace, events, true);
          }
          notifier.add(notices);
          return result;
        }),
      );
    },
    async global(fn) {
      return transaction('global', app, openAs(noTenant), noTenant.workplace, fn);
    },
    async owner(fn) {
      return transaction('owner', owner, (client) => client.query(beginOwner), noTenant.workplace, fn);
    },
    listen: listener.listen,
    pools: () => [poolState('app', app), poolState('owner', owner)],
    async close() {
      closing = true;
      await Promise.all([app.end(), owner.end(), listener.close(), notifier.close()]);
    },
  };
}
