/** Toasts. Their view is its own chunk, loaded with the first toast. */
import { randomId } from './random-id.ts';

export type ToastKind = 'success' | 'warning' | 'error' | 'info';

/** Optional parts of a toast. Source: document 3, section 3 (rule B382). */
interface Parts {
  /** Title above the text. */
  title?: string;
  /** A button such as Undo. */
  action?: { label: string; run(): void };
  /** Position on the page; `top` keeps the lower part accessible. Default: bottom. */
  placement?: 'top' | 'bottom';
  /** The call that an error is about: the toast closes once that call succeeds. */
  about?: string;
}

export interface Toast extends Parts {
  id: string;
  kind: ToastKind;
  text: string;
  /** Duration in milliseconds. */
  ms: number;
}

/** Duration of a toast and of its fade, in milliseconds. */
export const TOAST_MS = 3000;
/** Duration of a server message (decision A38), in milliseconds. */
export const ANSWER_TOAST_MS = 5000;
export const TOAST_FADE_MS = 500;
const MOST_SHOWN = 4;

let shown: readonly Toast[] = [];
const watchers = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  shown = next;
  for (const watcher of watchers) watcher();
}

/** Shows a toast. Repeating the same text keeps one toast. */
export function toast(kind: ToastKind, text: string, { ms = TOAST_MS, ...parts }: Parts & { ms?: number } = {}): void {
  const others = shown.filter((one) => one.kind !== kind || one.text !== text);
  publish([...others, { id: randomId(), kind, text, ms, ...parts }].slice(-MOST_SHOWN));
}

export const toastStore = {
  list: () => shown,
  watch(watcher: () => void): () => void {
    watchers.add(watcher);
    return () => watchers.delete(watcher);
  },
  settle(about: string): void {
    if (shown.some((one) => one.kind === 'error' && one.about === about))
      publish(shown.filter((one) => one.kind !== 'error' || one.about !== about));
  },
  remove(id: string): void {
    publish(shown.filter((one) => one.id !== id));
  },
};
