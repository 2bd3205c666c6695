import type { TimelineEvent } from '@quayside/contracts';
import type { TFunction } from 'i18next';
import type { Tone } from '../../../kit/status-badge.tsx';
import type { TimelineItem } from '../../../kit/timeline.tsx';

const TONES: Partial<Record<TimelineEvent['kind'], Tone>> = {
  created_to_supplier: 'moving',
  create_failed: 'broken',
  ordered: 'done',
  payment_failed: 'broken',
  payment_timeout: 'waiting',
  shipped: 'moving',
  delivered: 'done',
  fulfilled: 'done',
  report_failed: 'broken',
  report_held: 'waiting',
  tracking_edited: 'waiting',
  refunded: 'done',
  refund_requested: 'waiting',
  refund_accepted: 'moving',
  refund_rejected: 'broken',
  refund_completed: 'done',
  refund_not_sent: 'broken',
  note_conflict: 'waiting',
  edit_failed: 'broken',
  return_requested: 'waiting',
  return_approved: 'moving',
  return_rejected: 'broken',
  return_sent_back: 'moving',
  return_received: 'moving',
  return_refunding: 'moving',
  return_refunded: 'done',
  return_refund_failed: 'broken',
  return_exchanged: 'done',
};

/** Kinds whose text of the server is the title, so that the list loads no texts for them. */
const TEXT_IS_TITLE = [
  'sample_created',
  'note_written',
  'tag_added',
  'tag_removed',
  'note_conflict',
  'edit_failed',
  'shopper_mail',
  'return_requested',
  'return_approved',
  'return_rejected',
  'return_sent_back',
  'return_received',
  'return_refunding',
  'return_refunded',
  'return_refund_failed',
  'return_refund_withdrawn',
  'return_exchanged',
  'return_canceled',
  'return_closed',
  'exchange_created',
  'history_exported',
] as const;
type TextIsTitle = (typeof TEXT_IS_TITLE)[number];

const isTextTitle = (kind: TimelineEvent['kind']): kind is TextIsTitle =>
  (TEXT_IS_TITLE as readonly string[]).includes(kind);

// i18n-keys: orderTimeline:kind.*
const titleOf = ({ kind, text }: TimelineEvent, t: TFunction<['orders', 'orderTimeline']>): string =>
  isTextTitle(kind) ? text : t(`orderTimeline:kind.${kind}`);

/** What happened to an order, with the server's words as its body where they say more than the title. */
export function timelineItems(
  events: readonly TimelineEvent[],
  t: TFunction<['orders', 'orderTimeline']>,
): TimelineItem[] {
  return events.map((event) => {
    const title = titleOf(event, t);
    return {
      id: event.id,
      at: event.at,
      title,
      body: event.text && event.text !== title ? event.text : undefined,
      by: event.actor === 'system' ? undefined : event.actor,
      tone: TONES[event.kind] ?? 'closed',
    };
  });
}
