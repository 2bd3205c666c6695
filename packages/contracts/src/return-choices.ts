/** Choices of returns, without zod, so that screens load no schemas. */

/** What the customer wants. */
export const RETURN_KINDS = ['refund', 'exchange'] as const;
export type ReturnKind = (typeof RETURN_KINDS)[number];

/** Why the customer returns the items. */
export const RETURN_REASONS = [
  'changed_mind',
  'wrong_size',
  'not_as_described',
  'wrong_item',
  'defective',
  'damaged',
  'arrived_late',
  'other',
] as const;
export type ReturnReason = (typeof RETURN_REASONS)[number];

/**
 * approved: the customer has the instructions. sent_back: on its way to the return address. refund_failed: the store
 * made no refund, or a person has to check whether it did. closed: ended without refund or exchange.
 */
export const RETURN_STATES = [
  'requested',
  'approved',
  'sent_back',
  'received',
  'refunding',
  'refund_failed',
  'refunded',
  'exchanged',
  'rejected',
  'canceled',
  'closed',
] as const;
export type ReturnState = (typeof RETURN_STATES)[number];

/** What a person can do with a return; the server lists those that are possible now. */
export const RETURN_ACTIONS = [
  'approve',
  'reject',
  'send_back',
  'receive',
  'refund',
  'exchange',
  'withdraw',
  'cancel',
  'close',
] as const;
export type ReturnAction = (typeof RETURN_ACTIONS)[number];

/** What happened to the items: back in the supplier's stock, kept by you for resale, or discarded. */
export const RETURN_DISPOSITIONS = ['supplier', 'resale', 'discarded'] as const;
export type ReturnDisposition = (typeof RETURN_DISPOSITIONS)[number];

/**
 * gateway: the store's payment provider pays the customer back. recorded: the customer was paid back by other means, and
 * the refund is only recorded in the store. outside: recorded only in Quayside, because the store has it already or
 * can't record refunds.
 */
export const RETURN_REFUND_METHODS = ['gateway', 'recorded', 'outside'] as const;
export type ReturnRefundMethod = (typeof RETURN_REFUND_METHODS)[number];

/**
 * States of a refund on its way to the store. unknown: the store's answer was lost; it is looked up. withdrawn: it was never
 * sent.
 */
export const RETURN_REFUND_STATES = ['waiting', 'sending', 'unknown', 'done', 'failed', 'withdrawn'] as const;
export type ReturnRefundState = (typeof RETURN_REFUND_STATES)[number];

/** Emails to the customer, each sent once for a return. */
export const RETURN_MAIL_KINDS = ['return_approved', 'return_rejected', 'return_refunded'] as const;
export type ReturnMailKind = (typeof RETURN_MAIL_KINDS)[number];

/** The store or the supplier is at fault, so that no restocking fee is suggested. */
export const FEELESS_RETURN_REASONS: readonly ReturnReason[] = [
  'not_as_described',
  'wrong_item',
  'defective',
  'damaged',
  'arrived_late',
];

export const MOST_RETURN_TEXT = 1000;
export const MOST_RETURN_LINES = 100;
export const MOST_RETURN_ADDRESSES = 200;
export const MOST_RETURN_DAYS = 730;
export const DEFAULT_RETURN_DAYS = 30;
export const DEFAULT_SEND_BACK_DAYS = 14;
