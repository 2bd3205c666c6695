import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { connect as connectClient } from './connection.ts';

interface Subscription {
  channel: string;
  onPayload: (payload: string) => void;
  onGap?: (() => void) | undefined;
}

export interface Listener {
  listen(channel: string, onPayload: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>;
  close(): Promise<void>;
}

const firstRetryMs = 100;
const lastRetryMs = 5_000;
const heartbeatMs = 30_000;

/** One connection for every LISTEN of the process, opened by the first one and reopened when it breaks. */
export function createListener(url: string, onError: (err: Error) => void): Listener {
  const subscriptions = new Set<Subscription>();
  let closed = false;
  let client: pg.Client | undefined;
  let connecting: Promise<pg.Client> | undefined;
  let heartbeat: NodeJS.Timeout | undefined;
  const giveUp = new AbortController();
  let said: Promise<unknown> = Promise.resolve();

  /** One statement at a time: the driver must not get the next one while one is running. */
  function say(to: pg.Client, text: string): Promise<unknown> {
    const turn = said.then(() => to.query(text));
    said = turn.catch(() => undefined);
    return turn;
  }

  async function connect(): Promise<pg.Client> {
    const fresh = await connectClient(url, 'quayside listen', 'notify', onError, { query_timeout: 10_000 });
    try {
      for (const channel of new Set([...subscriptions].map((s) => s.channel))) {
        await say(fresh, `listen ${pg.escapeIdentifier(channel)}`);
      }
    } catch (err) {
      await fresh.end();
      throw err;
    }
    fresh.on('notification', ({ channel, payload }) => deliver(channel, payload ?? ''));
    fresh.on('end', () => lost(fresh));
    client = fresh;
    clearInterval(heartbeat);
    // A silently cut connection (a sleeping laptop, a dropped NAT entry) would otherwise go unnoticed.
    heartbeat = setInterval(() => say(fresh, 'select 1').catch(() => fresh.end()), heartbeatMs).unref();
    return fresh;
  }

  function deliver(channel: string, payload: string): void {
    for (const s of subscriptions) {
      if (s.channel !== channel) continue;
      try {
        s.onPayload(payload);
      } catch (err) {
        onError(err instanceof Error ? err : new Error(String(err)));
      }
    }
  }

  function lost(gone: pg.Client): void {
    if (client !== gone) return;
    client = undefined;
    clearInterval(heartbeat);
    if (!closed && subscriptions.size > 0) void reconnect();
  }

  async function reconnect(): Promise<void> {
    for (let wait = firstRetryMs; !closed; wait = Math.min(wait * 2, lastRetryMs)) {
      try {
        await ready();
        for (const s of subscriptions) s.onGap?.();
        return;
      } catch (err) {
        onError(err instanceof Error ? err : new Error(String(err)));
        await sleep(wait, undefined, { signal: giveUp.signal }).catch(() => undefined);
      }
    }
  }

  function ready(): Promise<pg.Client> {
    if (client) return Promise.resolve(client);
    connecting ??= connect().finally(() => {
      connecting = undefined;
    });
    return connecting;
  }

  return {
    async listen(channel, onPayload, onGap) {
      if (closed) throw new Error('The database is closed.');
      const subscription: Subscription = { channel, onPayload, onGap };
      subscriptions.add(subscription);
      try {
        // Repeated even if connect() already did it: LISTEN is idempotent, and the connection may have been opened
        // while we subscribed.
        await say(await ready(), `listen ${pg.escapeIdentifier(channel)}`);
      } catch (err) {
        subscriptions.delete(subscription);
        throw err;
      }
      return async () => {
        subscriptions.delete(subscription);
        if ([...subscriptions].some((s) => s.channel === channel)) return;
        if (client) await say(client, `unlisten ${pg.escapeIdentifier(channel)}`).catch(() => undefined);
      };
    },
    async close() {
      closed = true;
      giveUp.abort();
      clearInterval(heartbeat);
      subscriptions.clear();
      await connecting?.catch(() => undefined);
      await client?.end();
    },
  };
}
