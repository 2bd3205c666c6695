import type { Cursor } from './cursor.ts';
import { type FeedEvent, following, type Page } from './follow.ts';

/** A subscriber this many events behind is told to reload, which is cheaper for both sides. */
export const MOST_BEHIND = 2_000;

/** An open stream. */
export interface Subscriber {
  cursor: Cursor;
  /** The connection accepts no more for now; call wake() for the workplace when it does. */
  isStalled(): boolean;
  send(event: FeedEvent): void;
  /** Everything shown may be outdated; the stream continues after `cursor`, which is already set. */
  resync(cursor: Cursor): void;
  end(): void;
}

export interface FeedSource {
  /** Events from `position` on, in order. */
  page(workplaceId: string, position: number): Promise<Page>;
  /** The newest event. */
  head(workplaceId: string): Promise<Cursor>;
}

interface Feed {
  subscribers: Set<Subscriber>;
  reading: boolean;
  /** Woken while it was reading. */
  again: boolean;
}

export interface Feeds {
  /** Sends everything after the subscriber's cursor, now and later. Returns a function that unsubscribes. */
  subscribe(workplaceId: string, subscriber: Subscriber): () => void;
  /** Reads new events of a workplace, or of all. */
  wake(workplaceId?: string): void;
}

/**
 * Reads live events of workplaces with open streams, one read for all streams of a workplace. `onError` receives failed
 * reads; the affected streams end, and clients reconnect with their cursor.
 */
export function createFeeds(source: FeedSource, onError: (error: unknown) => void): Feeds {
  const feeds = new Map<string, Feed>();

  async function readOnce(workplaceId: string, feed: Feed): Promise<void> {
    const ready = [...feed.subscribers].filter((one) => !one.isStalled());
    if (ready.length === 0) return;
    const page = await source.page(workplaceId, Math.min(...ready.map((one) => one.cursor.position)));
    const lost: Subscriber[] = [];
    const head = page.full ? await source.head(workplaceId) : undefined;
    for (const subscriber of ready) {
      if (!feed.subscribers.has(subscriber)) continue;
      const events = following(page, subscriber.cursor);
      if (events === 'lost' || (head && head.position - subscriber.cursor.position > MOST_BEHIND)) {
        lost.push(subscriber);
        continue;
      }
      for (const event of events) subscriber.send(event);
      const last = events.at(-1);
      if (last) subscriber.cursor = { position: last.position, eventId: last.eventId };
    }
    if (page.full) feed.again = true;
    if (lost.length === 0) return;
    const start = head ?? (await source.head(workplaceId));
    for (const subscriber of lost) {
      subscriber.cursor = start;
      subscriber.resync(start);
    }
    feed.again = true;
  }

  async function read(workplaceId: string, feed: Feed): Promise<void> {
    if (feed.reading) {
      feed.again = true;
      return;
    }
    feed.reading = true;
    try {
      do {
        feed.again = false;
        await readOnce(workplaceId, feed);
      } while (feed.again);
    } catch (error) {
      onError(error);
      for (const subscriber of feed.subscribers) subscriber.end();
    } finally {
      feed.reading = false;
    }
  }

  return {
    subscribe(workplaceId, subscriber) {
      const feed = feeds.get(workplaceId) ?? { subscribers: new Set(), reading: false, again: false };
      feeds.set(workplaceId, feed);
      feed.subscribers.add(subscriber);
      void read(workplaceId, feed);
      return () => {
        feed.subscribers.delete(subscriber);
        if (feed.subscribers.size === 0 && feeds.get(workplaceId) === feed) feeds.delete(workplaceId);
      };
    },
    wake(workplaceId) {
      if (workplaceId === undefined) {
        for (const [id, feed] of feeds) void read(id, feed);
        return;
      }
      const feed = feeds.get(workplaceId);
      if (feed) void read(workplaceId, feed);
    },
  };
}
