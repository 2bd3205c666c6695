import type pg from 'pg';
import { createPool } from './connection.ts';

/** A pending NOTIFY. */
export interface Notice {
  channel: string;
  payload: string;
}

export interface Notifier {
  /** Queues notifications of committed work. */
  add(notices: readonly Notice[]): void;
  /** Sends the rest and closes. */
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

/**
 * Sends NOTIFY in batches from its own connection, soon after the commit: inside transactions it takes a database-wide
 * lock, which would serialize all such commits and their disk writes. Pending ones are lost when the process dies, so
 * listeners must also poll.
 */
export function createNotifier(url: string, onError: (err: Error) => void): Notifier {
  const pool = createPool(url, 'quayside notify', 'notify', 1, onError);
  let waiting = new Map<string, Notice>();
  let sending: Promise<void> | undefined;
  let retry: NodeJS.Timeout | undefined;
  let closed = false;

  async function send(): Promise<void> {
    while (waiting.size > 0) {
      const batch = waiting;
      waiting = new Map();
      const notices = [...batch.values()];
      try {
        await pool.query({
          name: 'quayside_notify',
          text: 'select pg_notify(n.channel, n.payload) from unnest($1::text[], $2::text[]) as n(channel, payload)',
          values: [notices.map((one) => one.channel), notices.map((one) => one.payload)],
        } satisfies pg.QueryConfig);
      } catch (err) {
        onError(err instanceof Error ? err : new Error(String(err)));
        if (closed) return;
        waiting = new Map([...batch, ...waiting]);
        retry = setTimeout(begin, RETRY_MS);
        return;
      }
    }
  }

  function begin(): void {
    clearTimeout(retry);
    sending ??= send().finally(() => {
      sending = undefined;
    });
  }

  return {
    add(notices) {
      if (notices.length === 0 || closed) return;
      for (const notice of notices) waiting.set(`${notice.channel} ${notice.payload}`, notice);
      begin();
    },
    async close() {
      closed = true;
      clearTimeout(retry);
      await sending;
      await pool.end();
    },
  };
}
