/**
 * Asks the person to confirm who they are, once for every call that waits for it. The dialog is a chunk of its own,
 * fetched when a call is first refused.
 */
let open: { answer: Promise<boolean>; settle(confirmed: boolean): void } | undefined;
const watchers = new Set<() => void>();

function publish(next: typeof open): void {
  open = next;
  for (const watcher of watchers) watcher();
}

/** Resolves to whether the person confirmed; false when they cancelled. */
export function confirmIdentity(): Promise<boolean> {
  if (open) return open.answer;
  const { promise, resolve } = Promise.withResolvers<boolean>();
  publish({ answer: promise, settle: resolve });
  return promise;
}

export const identityPrompt = {
  isOpen: () => open !== undefined,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  close(confirmed: boolean): void {
    const closing = open;
    publish(undefined);
    closing?.settle(confirmed);
  },
};

/** Tells the tab that waits that a sign-in at an identity provider, in a window of its own, is done. */
export const CONFIRMED_CHANNEL = 'quayside.confirmed';
