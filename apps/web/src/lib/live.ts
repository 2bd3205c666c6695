import { createParser, type EventSourceMessage } from 'eventsource-parser';
import type { LiveChange } from './query-keys.ts';

const FIRST_WAIT_MS = 500;
const LONGEST_WAIT_MS = 30_000;
/** The server sends something every 20 seconds; longer silence means a broken connection. */
const SILENCE_MS = 50_000;

/** Delay before reconnect attempt `attempt` (from 0): doubles up to 30 s, with 25% jitter. */
export function backoff(attempt: number, random: number): number {
  const base = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** attempt);
  return Math.round(base * (0.875 + random * 0.25));
}

/** The change in a message; undefined for other messages. */
export function readChange(message: EventSourceMessage): LiveChange | 'everything' | undefined {
  if (message.event === 'resync') return 'everything';
  if (message.event !== undefined && message.event !== 'change') return undefined;
  try {
    const value: unknown = JSON.parse(message.data);
    if (typeof value !== 'object' || value === null || !('topic' in value) || typeof value.topic !== 'string')
      return undefined;
    const ids = 'ids' in value && Array.isArray(value.ids) ? value.ids.map(String) : undefined;
    return { topic: value.topic, ids };
  } catch {
    return undefined;
  }
}

export interface LiveOptions {
  url: string;
  /** Milliseconds since the page started loading its data: the first stream also reports changes since then. */
  since?(): number;
  headers(): Record<string, string>;
  onChange(change: LiveChange): void;
  /** The stream was interrupted for so long that changes may be missing: reload everything shown. */
  onResync(): void;
  onState?(state: 'open' | 'waiting'): void;
  fetch?: typeof fetch;
}

/**
 * Listens to the server's changes for the page's lifetime, over fetch because EventSource can't send the authorization
 * header. After an interruption it resumes after the last event; the server sends the missed ones, or `resync` when it
 * no longer has them.
 *
 * @returns a function that stops it.
 */
export function listen(options: LiveOptions): () => void {
  const stop = new AbortController();
  let lastEventId: string | undefined;
  let attempt = 0;
  let serverWait: number | undefined;
  const get = options.fetch ?? fetch;

  async function readOnce(): Promise<void> {
    const headers: Record<string, string> = { ...options.headers(), accept: 'text/event-stream' };
    if (lastEventId) headers['last-event-id'] = lastEventId;
    const silence = new AbortController();
    const signal = AbortSignal.any([stop.signal, silence.signal]);
    let watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
    const since = lastEventId || attempt > 0 ? undefined : options.since?.();
    const url = since === undefined ? options.url : `${options.url}?since_ms=${since}`;
    const response = await get(url, { headers, signal, cache: 'no-store' });
    if (!response.ok || !response.body) throw new Error(`The event stream answered ${response.status}.`);
    options.onState?.('open');
    if (attempt > 0 && !lastEventId) options.onResync();
    attempt = 0;
    const parser = createParser({
      onEvent(message) {
        if (message.id) lastEventId = message.id;
        const change = readChange(message);
        if (change === 'everything') options.onResync();
        else if (change) options.onChange(change);
      },
      onRetry(ms) {
        serverWait = ms;
      },
    });
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
    try {
      for (;;) {
        const { done, value } = await reader.read();
        if (done) return;
        clearTimeout(watchdog);
        watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
        parser.feed(value);
      }
    } finally {
      clearTimeout(watchdog);
    }
  }

  async function keepReading(): Promise<void> {
    while (!stop.signal.aborted) {
      await readOnce().catch(() => undefined);
      if (stop.signal.aborted) return;
      options.onState?.('waiting');
      const wait = attempt === 0 && serverWait !== undefined ? serverWait : backoff(attempt, Math.random());
      attempt += 1;
      await pause(wait, stop.signal);
    }
  }

  void keepReading();
  return () => stop.abort();
}

/** Waits, but at most until the network is back or the page becomes visible. */
function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(done, ms);
    const seen = () => document.visibilityState === 'visible' && done();
    function done() {
      clearTimeout(timer);
      globalThis.removeEventListener?.('online', done);
      globalThis.document?.removeEventListener('visibilitychange', seen);
      resolve();
    }
    signal.addEventListener('abort', done, { once: true });
    globalThis.addEventListener?.('online', done);
    globalThis.document?.addEventListener('visibilitychange', seen);
  });
}
