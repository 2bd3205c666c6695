import type { PgBoss } from 'pg-boss';
import type { Executor } from '../db/index.ts';
import { withSender } from '../watch/work-context.ts';
import type { JobKind } from './define.ts';

export interface SendOptions {
  /** Delay in seconds. */
  afterSeconds?: number;
  /** Deduplicates: while a job of the same kind and key is waiting, no second one is added. */
  key?: string;
}

/** Adds durable jobs inside the caller's transaction, so that they exist exactly when its rows do. */
export interface Queue {
  send<P>(tx: Executor, kind: JobKind<P>, payload: P, options?: SendOptions): Promise<void>;
  sendMany<P>(
    tx: Executor,
    kind: JobKind<P>,
    payloads: readonly P[],
    options?: Pick<SendOptions, 'afterSeconds'>,
  ): Promise<void>;
}

/** Runs pg-boss statements in the caller's transaction. */
const inside = (tx: Executor) => ({ executeSql: (text: string, values?: unknown[]) => tx.raw(text, values ?? []) });

/**
 * Only the declared fields of a kind, and the request that sends it: a caller's scope may carry the person, which must not
 * be stored with the job.
 */
const kept = <P>(kind: JobKind<P>, payload: P): object => withSender(kind.payload.parse(payload) as object);

const groupOf = <P>(kind: JobKind<P>, payload: P) => {
  const id = kind.group?.(payload);
  return id ? { group: { id } } : {};
};

export function createQueue(boss: PgBoss): Queue {
  return {
    async send(tx, kind, payload, options = {}) {
      await boss.send(kind.name, kept(kind, payload), {
        db: inside(tx),
        ...groupOf(kind, payload),
        ...(options.afterSeconds ? { startAfter: options.afterSeconds } : {}),
        ...(options.key ? { singletonKey: options.key } : {}),
      });
    },
    async sendMany(tx, kind, payloads, options = {}) {
      for (let at = 0; at < payloads.length; at += 500) {
        const jobs = payloads.slice(at, at + 500).map((payload) => ({
          data: kept(kind, payload),
          ...groupOf(kind, payload),
          ...(options.afterSeconds ? { startAfter: options.afterSeconds } : {}),
        }));
        await boss.insert(kind.name, jobs, { db: inside(tx) });
      }
    },
  };
}
