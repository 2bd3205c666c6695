import type { Sql } from 'sql-template-tag';

/** Whose rows a piece of work may see. Account tables need `accountId`; workplace tables need `workplaceId` too. */
export interface Scope {
  accountId: string;
  workplaceId?: string;
}

/** The rows of one workplace, and those of its account. */
export interface WorkplaceScope extends Scope {
  workplaceId: string;
}

/** On whose behalf a transaction changes things; every change it makes is written down with it (features/audit). */
export interface Actor {
  kind: 'member' | 'token' | 'rule' | 'operator';
  id: string;
  name: string;
  /** The declared call or rule, for example `POST /auth/workplace/create`. */
  action: string;
  ip?: string;
  userAgent?: string;
}

/** What narrows a scope to one member: the stores he is held to, and who he is. */
export interface Sight {
  /** Absent: every store. Row level security hides the rest (store_wall in the migrations). */
  storeIds?: readonly string[];
  actor?: Actor;
}

/** As live_append() reads it. */
export interface LiveEvent {
  event_id: string;
  topic: string;
  ids: readonly string[];
  payload: Record<string, unknown> | null;
}

/**
 * One connection for the length of one callback. It refuses to work once the callback has ended, so it cannot
 * leak into work that belongs to another tenant. Calls made in parallel run one after another, in order.
 *
 * Values come back as: int8 = safe-integer number (throws beyond 2^53), numeric and date = string,
 * timestamptz = ISO-8601 UTC string with milliseconds, jsonb = parsed.
 */
export interface Executor {
  rows<T>(query: Sql): Promise<T[]>;
  first<T>(query: Sql): Promise<T | undefined>;
  /** Answers the number of rows written (or returned). */
  run(query: Sql): Promise<number>;
  /** Text with $1 placeholders, for libraries that bring their own SQL (the job queue). Never named, never cached. */
  raw(text: string, values?: readonly unknown[]): Promise<{ rows: Record<string, unknown>[] }>;
  /**
   * Tells the listeners of a channel soon after the commit (without a transaction: after the callback); a rollback tells
   * nobody. Cheaper than NOTIFY in the transaction, whose commits wait for each other, but a process that dies right after
   * the commit tells nobody either: only for listeners that also look by themselves.
   */
  notify(channel: string, payload: string): void;
  /**
   * Adds live events of the scope's workplace. The last statement before the commit writes them, so that the lock on the
   * workplace's counter is never held while another is waited for. Use publish() in live/publish.ts.
   */
  append(workplaceId: string, events: readonly LiveEvent[]): void;
}

/**
 * The only door to PostgreSQL. Errors pass through unchanged (see errors.ts) and nothing is tried twice.
 * None of these may be called while the callback of another is open: use the executor that you were given.
 */
export interface Db {
  /** A transaction as the application's role that sees the rows of `scope` and no others. */
  tenant<T>(scope: Scope & Sight, fn: (tx: Executor) => Promise<T>): Promise<T>;
  /** The same sight without a transaction: each statement stands alone. For lists and screens on the hot path. */
  read<T>(scope: Scope & Sight, fn: (ex: Executor) => Promise<T>): Promise<T>;
  /** A transaction as the application's role with no tenant: only the tables in global-tables.ts show rows. */
  global<T>(fn: (tx: Executor) => Promise<T>): Promise<T>;
  /**
   * A transaction as the owner of the tables: migrations, operator commands and the job queue's installation only.
   * Row level security is forced on the owner as well: touching a tenant table here fails loudly.
   */
  owner<T>(fn: (tx: Executor) => Promise<T>): Promise<T>;
  /**
   * Receives NOTIFY payloads on a connection of its own, which reconnects by itself. Messages sent while it was away
   * are lost to it: `onGap` is called after each reconnection so that the caller can look for what it missed.
   * Answers a function that stops it.
   */
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  /** Waits for the work under way, then closes every connection. */
  close(): Promise<void>;
}
