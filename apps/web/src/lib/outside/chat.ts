/**
 * Messages between this page and the embedded support chat: docs/guides/support-chat.md. Sends only to the chat's
 * origin and accepts only messages from there.
 */

/** Batch size of messages to the chat, and the pause between batches in milliseconds: rule B163. */
export const CHAT_BATCH = 10;
export const CHAT_PAUSE_MS = 400;

/** Splits messages into batches, in order. */
export const toBatches = <T>(messages: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(messages.length / CHAT_BATCH) }, (_, index) =>
    messages.slice(index * CHAT_BATCH, (index + 1) * CHAT_BATCH),
  );

/** Sends messages in batches, one after the other with the pause between them. */
export async function sendBatches<T>(
  messages: readonly T[],
  send: (batch: T[]) => void,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  for (const [index, batch] of toBatches(messages).entries()) {
    if (index > 0) await pause(CHAT_PAUSE_MS);
    send(batch);
  }
}

/** Number of unread support messages in a message of the chat, if any. */
export function readUnread(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, count } = data as { type?: unknown; count?: unknown };
  if (type !== 'quayside.chat.unread') return undefined;
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : undefined;
}
