import { lazy } from 'react';

/** Delays before each retry once the server responds, in milliseconds. */
const PAUSES_MS = [300, 900] as const;
const LOOK_AGAIN_MS = 2000;

const pause = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));
const isThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );

/**
 * Loads a chunk; while the network or server is down, waits for it and retries. Throws when the server is up without
 * the chunk: after a new release, or in browsers that cache a failed import for the page's lifetime (Chromium).
 */
export async function loadChunk<T>(load: () => Promise<T>): Promise<T> {
  for (const wait of PAUSES_MS) {
    try {
      return await load();
    } catch {
      while (!(await isThere())) await pause(LOOK_AGAIN_MS);
      await pause(wait);
    }
  }
  return load();
}

let missing: (() => void) | undefined;

/** Sets the handler for a missing chunk; the small sign-in page needs none. */
export function onMissingChunk(listener: () => void): void {
  missing = listener;
}

/** Type of React's lazy components. */
type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/**
 * React.lazy for parts of a screen. If the chunk is unavailable, its area stays empty and the rest of the screen works.
 */
export function lazyChunk<T extends Part>(load: () => Promise<{ default: T }>) {
  return lazy<T>(() =>
    loadChunk(load).catch(() => {
      missing?.();
      return { default: (() => null) as unknown as T };
    }),
  );
}
