import type { MessageParams } from '@quayside/kernel';

/** An event's facts without the words of a supplier or store, which may quote the customer's address: as an erasure leaves them. */
export function withoutQuotes({ detail: _detail, reason, ...params }: MessageParams): MessageParams {
  return { ...params, ...(reason !== undefined && /^\w+$/.test(String(reason)) ? { reason } : {}) };
}
