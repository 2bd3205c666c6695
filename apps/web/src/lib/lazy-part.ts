import { lazy } from 'react';

/** Before each new try, once the server answers, in milliseconds. */
const PAUSES_MS = [300, 900] as const;
const LOOK_AGAIN_MS = 2000;

const pause = (ms: number): Promise<unknown> => new Promise((done) => setTimeout(done, ms));
const isThere = (): Promise<boolean> =>
  fetch('/healthz', { cache: 'no-store' }).then(
    (answer) => answer.ok,
    () => false,
  );

/**
 * Fetches a part of the app. While the network or the server is away it waits for them, and then tries again by itself: what
 * was cut off breaks nothing. Throws when the server is there and the part is not: after a new release, and in browsers that
 * keep a failed fetch for the life of the page (Chromium does).
 */
export async function loadPart<T>(load: () => Promise<T>): Promise<T> {
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

/** What is done about a part that is nowhere; the sign-in, which is small, needs nothing. */
export function onMissingPart(listener: () => void): void {
  missing = listener;
}

/** What React's lazy takes. */
type Part = Awaited<ReturnType<Parameters<typeof lazy>[0]>>['default'];

/** React's lazy for parts inside a screen. One that cannot be had leaves its place empty; the rest of the screen stays. */
export function lazyPart<T extends Part>(load: () => Promise<{ default: T }>) {
  return lazy<T>(() =>
    loadPart(load).catch(() => {
      missing?.();
      return { default: (() => null) as unknown as T };
    }),
  );
}
