import type { Clock } from '@quayside/kernel';

/** What Shopify tells with every answer: the bucket of this app in this shop. */
export interface ThrottleStatus {
  maximumAvailable: number;
  currentlyAvailable: number;
  restoreRate: number;
}

interface Bucket {
  /** Points there were at `at` (Unix milliseconds), what is on the way taken off. */
  points: number;
  at: number;
  size: number;
  rate: number;
  /** Requested points of the requests that are on the way. */
  flying: number;
  /** The last in line; each waits for the one before, so that nobody is starved. */
  line: Promise<void>;
}

/** The smallest plan, until the first answer tells. Source: Shopify, GraphQL Admin API rate limits; the size is 20 seconds' worth. */
const FIRST_GUESS = { size: 2000, rate: 100 };

export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** Waits, and throws the signal's reason as soon as it is aborted. */
export const sleep: Sleep = (ms, signal) =>
  new Promise((done, fail) => {
    if (signal?.aborted) return fail(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      fail(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      done();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });

/**
 * Keeps the requests of one process to a shop within the shop's bucket of points: a request leaves when its cost is
 * there, in the order in which they came. Other processes are seen through what the answers tell.
 */
export class Governor {
  readonly #buckets = new Map<string, Bucket>();
  readonly #clock: Clock;
  readonly #sleep: Sleep;

  constructor(clock: Clock, wait: Sleep = sleep) {
    this.#clock = clock;
    this.#sleep = wait;
  }

  #bucket(shop: string): Bucket {
    const known = this.#buckets.get(shop);
    if (known) return known;
    const { size, rate } = FIRST_GUESS;
    const fresh = { points: size, at: this.#clock.millis(), size, rate, flying: 0, line: Promise.resolve() };
    this.#buckets.set(shop, fresh);
    return fresh;
  }

  #refill(bucket: Bucket): void {
    const now = this.#clock.millis();
    bucket.points = Math.min(bucket.size, bucket.points + (Math.max(0, now - bucket.at) * bucket.rate) / 1000);
    bucket.at = now;
  }

  /** Waits for `cost` points and takes them. The promise fails when the signal is aborted meanwhile. */
  async take(shop: string, cost: number, signal?: AbortSignal): Promise<void> {
    const bucket = this.#bucket(shop);
    const before = bucket.line;
    let leave: () => void = () => undefined;
    bucket.line = new Promise((done) => {
      leave = done;
    });
    try {
      await before;
      for (;;) {
        this.#refill(bucket);
        // A request dearer than the bucket waits for a full one; Shopify then judges it.
        const needed = Math.min(cost, bucket.size);
        if (bucket.points >= needed) break;
        await this.#sleep(Math.ceil(((needed - bucket.points) * 1000) / bucket.rate), signal);
      }
      bucket.points -= cost;
      bucket.flying += cost;
    } finally {
      leave();
    }
  }

  /** Settles a request: what Shopify says counts, less what else is on the way. */
  settle(shop: string, cost: number, status: ThrottleStatus | undefined): void {
    const bucket = this.#bucket(shop);
    bucket.flying = Math.max(0, bucket.flying - cost);
    if (!status) return;
    bucket.size = status.maximumAvailable;
    bucket.rate = status.restoreRate;
    bucket.points = status.currentlyAvailable - bucket.flying;
    bucket.at = this.#clock.millis();
  }
}
