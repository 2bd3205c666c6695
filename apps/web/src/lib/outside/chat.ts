/**
 * How this page and the support chat in its frame speak to each other: docs/guides/support-chat.md. Everything goes to the
 * origin of the chat alone, and only what comes from there is heard.
 */

/** Most messages that go to the chat at once, and the pause between two such batches in milliseconds: rule B163. */
export const CHAT_BATCH = 10;
export const CHAT_PAUSE_MS = 400;

/** Cuts messages into batches, in their order. */
export const batchesOf = <T>(messages: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(messages.length / CHAT_BATCH) }, (_, index) =>
    messages.slice(index * CHAT_BATCH, (index + 1) * CHAT_BATCH),
  );

/** Sends messages in batches, one after the other with the pause between them. */
export async function sendBatches<T>(
  messages: readonly T[],
  send: (batch: T[]) => void,
  pause: (ms: number) => Promise<void>,
): Promise<void> {
  for (const [index, batch] of batchesOf(messages).entries()) {
    if (index > 0) await pause(CHAT_PAUSE_MS);
    send(batch);
  }
}

/** How many messages of the support are unread, if a message of the frame tells that. */
export function unreadOf(data: unknown): number | undefined {
  if (typeof data !== 'object' || data === null) return undefined;
  const { type, count } = data as { type?: unknown; count?: unknown };
  if (type !== 'quayside.chat.unread') return undefined;
  return Number.isSafeInteger(count) && (count as number) >= 0 ? (count as number) : undefined;
}
