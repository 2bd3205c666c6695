/** Choices of emails to shoppers. Separate from the calls, so that screens load no schemas. */
export const SHOPPER_MAIL_KINDS = ['shipped', 'out_for_delivery', 'delivered', 'problem'] as const;
export type ShopperMailKind = (typeof SHOPPER_MAIL_KINDS)[number];
/** kept: never sent, such as one of the sandbox. dropped: no longer true when its turn came. */
export const SHOPPER_MAIL_STATES = ['waiting', 'sending', 'sent', 'failed', 'kept', 'unsubscribed', 'dropped'] as const;
export type ShopperMailState = (typeof SHOPPER_MAIL_STATES)[number];
