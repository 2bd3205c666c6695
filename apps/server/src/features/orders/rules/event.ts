import type { TIMELINE_KINDS } from '@quayside/contracts';
import type { MessageParams } from '@quayside/kernel';

export type TimelineKind = (typeof TIMELINE_KINDS)[number];

/** An event for an order's timeline. */
export interface NewEvent {
  /** Absent: a new one. */
  id?: string;
  orderId: string;
  kind: TimelineKind;
  params?: MessageParams;
  /** Actor; absent: the system. */
  actor?: string;
  /** When it happened, ISO-8601 UTC; absent: now. */
  at?: string;
}
