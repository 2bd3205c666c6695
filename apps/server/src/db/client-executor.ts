import type { PoolClient, QueryResult } from 'pg';
import type { Sql } from 'sql-template-tag';
import type { Executor, LiveEvent } from './executor.ts';
import { heldText } from './held-text.ts';
import type { Notice } from './notifier.ts';

/** An executor over one borrowed connection, with the means to close it after the callback. */
export interface ClientExecutor extends Executor {
  /** Waits for pending statements, then refuses further ones. */
  end(): Promise<void>;
  /** True when this connection holds a plan that no longer fits the tables and must not be reused. */
  readonly stale: boolean;
  /** Notifications to send after the commit. */
  readonly notices: readonly Notice[];
  /** Live events to write right before the commit. */
  readonly events: readonly LiveEvent[];
}

const changesSession = /^\s*(?:set\s+(?!local\b|transaction\b|constraints\b)|reset\b|discard\b)/i;

/** Runs a statement; gets its text, which has no values. */
export type AroundStatement = <T>(text: string, run: () => Promise<T>) => Promise<T>;

/** `nameOf` returns the prepared statement's name for a text, if any. `workplace`: the scope's id, empty for none. */
export function clientExecutor(
  client: PoolClient,
  nameOf: (text: string) => string | undefined,
  workplace: string,
  around?: AroundStatement,
): ClientExecutor {
  let open = true;
  let stale = false;
  let running = 0;
  let tail: Promise<unknown> = Promise.resolve();
  const notices: Notice[] = [];
  const events: LiveEvent[] = [];

  async function send(text: string, values: readonly unknown[], name?: string): Promise<QueryResult> {
    try {
      return await client.query({ text, values: values.map(heldText), ...(name === undefined ? {} : { name }) });
    } catch (err) {
      // Otherwise a plan cached before a migration would fail on this connection until it closes.
      if (err instanceof Error && err.message === 'cached plan must not change result type') stale = true;
      throw err;
    }
  }

  /** One statement at a time: the driver must not get the next one while one is running. */
  function query(text: string, values: readonly unknown[], name?: string): Promise<QueryResult> {
    if (!open) {
      return Promise.reject(new Error('Executor used after its transaction ended. Await every statement in it.'));
    }
    // It would outlast the borrower, and such a setting carries the next one's tenant.
    if (changesSession.test(text))
      return Promise.reject(new Error('Session settings must not be changed on a pooled connection: use set local.'));
    const now = around ? () => around(text, () => send(text, values, name)) : () => send(text, values, name);
    const result = running === 0 ? now() : tail.then(now);
    running += 1;
    const done = () => {
      running -= 1;
    };
    tail = result.then(done, done);
    return result;
  }

  function tagged(q: Sql): Promise<QueryResult> {
    const { text } = q;
    return query(text, q.values, nameOf(text));
  }

  return {
    async rows<T>(q: Sql) {
      return (await tagged(q)).rows as T[];
    },
    async first<T>(q: Sql) {
      return (await tagged(q)).rows[0] as T | undefined;
    },
    async run(q) {
      return (await tagged(q)).rowCount ?? 0;
    },
    async raw(text, values = []) {
      return { rows: (await query(text, values)).rows as Record<string, unknown>[] };
    },
    notify(channel, payload) {
      if (!open) throw new Error('Executor used after its transaction ended.');
      notices.push({ channel, payload });
    },
    notices,
    append(workplaceId, more) {
      if (!open) throw new Error('Executor used after its transaction ended.');
      if (workplaceId !== workplace)
        throw new Error(`live event for workplace ${workplaceId} in a transaction of ${workplace || 'no workplace'}`);
      events.push(...more);
    },
    events,
    async end() {
      open = false;
      while (running > 0) await tail;
    },
    get stale() {
      return stale;
    },
  };
}
