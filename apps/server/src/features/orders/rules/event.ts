import type { TIMELINE_KINDS } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** Something that happened to an order, for its timeline. */
export interface NewEvent {
  orderId: string;
  kind: TimelineKind;
  params?: MessageParams;
  /** Who did it; absent: the system. */
  actor?: string;
  /** When it happened, ISO-8601 UTC; absent: now. */
  at?: string;
}
