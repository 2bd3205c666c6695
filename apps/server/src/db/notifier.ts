import type pg from 'pg';
import { createPool } from './connection.ts';

/** One NOTIFY to be sent. */
export interface Notice {
  channel: string;
  payload: string;
}

export interface Notifier {
  /** Takes notices of work that is committed. */
  add(notices: readonly Notice[]): void;
  /** Sends what is left and ends. */
  close(): Promise<void>;
}

const RETRY_MS = 1_000;

/**
 * Sends NOTIFY from a connection of its own, soon after the work it tells of was committed, and many in one statement. A
 * NOTIFY inside a transaction holds a lock of the whole database while it commits: all such commits would stand in one
 * line and each would wait for the disk alone. What a process that dies had still to say is lost, so listeners must look
 * by themselves now and then.
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
