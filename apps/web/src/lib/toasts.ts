/**
 * Short notices. The view of them is a chunk of its own, fetched with the first notice, so that screens that never
 * speak do not carry it.
 */
import { randomId } from './random-id.ts';

export type ToastKind = 'success' | 'warning' | 'error' | 'info';

/** What a notice may have besides its kind and its words. Source: document 3, section 3 (rule B382). */
interface Parts {
  /** Stands above the words. */
  title?: string;
  /** One button that does something about it, for example Undo. */
  action?: { label: string; run(): void };
  /** Where on the page; `top` while what lies below must stay in reach. Absent: below. */
  placement?: 'top' | 'bottom';
  /** The call that an error is about: once it goes well, the error is over. */
  about?: string;
}

export interface Toast extends Parts {
  id: string;
  kind: ToastKind;
  text: string;
  /** How long it stays, in milliseconds. */
  ms: number;
}

/** How long a notice stays, and how long it fades, in milliseconds. */
export const TOAST_MS = 3000;
/** How long the words of a call's answer stay (decision A38). */
export const ANSWER_TOAST_MS = 5000;
export const TOAST_FADE_MS = 500;
const MOST_SHOWN = 4;

let shown: readonly Toast[] = [];
const watchers = new Set<() => void>();

function publish(next: readonly Toast[]): void {
  shown = next;
  for (const watcher of watchers) watcher();
}

/** Shows a notice. The same words twice are one notice. */
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
