import type { Sql } from 'sql-template-tag';

/** Tenant of a database callback. Account tables need `accountId`; workplace tables need `workplaceId` too. */
export interface Scope {
  accountId: string;
  workplaceId?: string;
}

/** The rows of one workplace and of its account. */
export interface WorkplaceScope extends Scope {
  workplaceId: string;
}

/** Who or what makes a transaction's changes, as recorded in the audit log (features/audit). */
export interface Actor {
  kind: 'member' | 'token' | 'rule' | 'operator';
  id: string;
  name: string;
  /** The declared call or rule, such as `POST /auth/workplace/create`. */
  action: string;
  ip?: string;
  userAgent?: string;
}

/** Narrows a scope to one member: their stores and their id. */
export interface StoreScope {
  /** Absent: every store. Row-level security hides the rest (store_wall in the migrations). */
  storeIds?: readonly string[];
  actor?: Actor;
}

/** The format of live_append(). */
export interface LiveEvent {
  event_id: string;
  topic: string;
  ids: readonly string[];
  payload: Record<string, unknown> | null;
}

/**
 * One connection for one callback; it refuses statements afterwards, so it can't leak into another tenant's work.
 * Parallel calls run in order, and values arrive as: int8 = safe-integer number (throws beyond 2^53), numeric and date
 * = string, timestamptz = ISO-8601 UTC string with milliseconds, jsonb = parsed.
 */
export interface Executor {
  rows<T>(query: Sql): Promise<T[]>;
  first<T>(query: Sql): Promise<T | undefined>;
  /** Returns the number of rows written or returned. */
  run(query: Sql): Promise<number>;
  /** Text with $1 placeholders, for libraries with their own SQL (the job queue). Never named, never cached. */
  raw(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Notifies a channel soon after the commit (without a transaction: after the callback). Cheaper than NOTIFY in the
   * transaction, whose commits are serialized, but lost when the process dies right after the commit, so listeners must
   * poll too.
   */
  notify(channel: string, payload: string): void;
  /**
   * Adds live events of the scope's workplace, written by the last statement before the commit, so that no other lock
   * is awaited while holding the workplace's counter. Use publish() in live/publish.ts.
   */
  append(workplaceId: string, events: readonly LiveEvent[]): void;
}

/**
 * The only access to PostgreSQL. Errors pass through unchanged (see errors.ts) without retries; calls can't be nested:
 * use the executor passed to the callback.
 */
export interface Db {
  /** A transaction as the application role, limited to the rows of `scope`. */
  tenant<T>(scope: Scope & StoreScope, fn: (tx: Executor) => Promise<T>): Promise<T>;
  /** The same visibility without a transaction: each statement on its own. For lists and screens on the hot path. */
  read<T>(scope: Scope & StoreScope, fn: (ex: Executor) => Promise<T>): Promise<T>;
  /** A transaction as the application role without a tenant: only the tables in global-tables.ts have rows. */
  global<T>(fn: (tx: Executor) => Promise<T>): Promise<T>;
  /**
   * A transaction as the owner of the tables: only for migrations, operator commands and the queue's installation.
   * Row-level security is forced on the owner as well, so reading a tenant table here fails loudly.
   */
  owner<T>(fn: (tx: Executor) => Promise<T>): Promise<T>;
  /**
   * Receives NOTIFY payloads on a dedicated connection that reconnects. Messages sent meanwhile are lost, so `onGap` is
   * called after each reconnection; returns a function that stops listening.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Waits for running work, then closes every connection. */
  close(): Promise<void>;
}
