/**
 * Asks the person to confirm their identity, once for all waiting calls. The dialog is its own chunk, loaded when a
 * call is first refused.
 */
let open: { answer: Promise<boolean>; settle(confirmed: boolean): void } | undefined;
const watchers = new Set<() => void>();

function publish(next: typeof open): void {
  open = next;
  for (const watcher of watchers) watcher();
}

/** Resolves to true when confirmed, false when cancelled. */
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

/** Informs the waiting tab that a sign-in at an identity provider in another window has finished. */
export const CONFIRMED_CHANNEL = 'quayside.confirmed';
