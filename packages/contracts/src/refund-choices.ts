/** Choices of refund requests, without zod, so that screens load no schemas. */

/** Why a supplier should refund. Source: document 2, section 9 (rule B331). */
export const REFUND_REASONS = ['item_not_received', 'item_not_as_described', 'defective_item', 'damaged_item'] as const;
export type RefundReason = (typeof REFUND_REASONS)[number];

/** Statuses of a request (rule B361), and `withdrawn` for one that its workspace took back. */
export const REFUND_STATES = ['pending', 'accepted', 'rejected', 'completed', 'withdrawn'] as const;
export type RefundState = (typeof REFUND_STATES)[number];

/** What is asked for. */
export const REFUND_TYPES = ['refund', 'replacement'] as const;
export type RefundType = (typeof REFUND_TYPES)[number];

/** Days after receipt in which a refund can be requested (rule B330). */
export const REFUND_DAYS = 30;

export const MOST_REFUND_TEXT = 500;
