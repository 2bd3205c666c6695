import type { ShopperMailState } from '@quayside/contracts';
import type { Transitions } from '@quayside/kernel';

type ShopperMailEvent = 'claim' | 'wait' | 'finish' | 'fail' | 'keep' | 'obey' | 'drop';

/** An email on its way to a shopper. obey: the shopper unsubscribed. drop: it is no longer true or wanted. */
export const SHOPPER_MAIL_TRANSITIONS: Transitions<ShopperMailState, ShopperMailEvent> = {
  claim: { from: ['waiting'], to: 'sending' },
  wait: { from: ['sending'], to: 'waiting' },
  finish: { from: ['sending'], to: 'sent' },
  fail: { from: ['sending'], to: 'failed' },
  keep: { from: ['sending'], to: 'kept' },
  obey: { from: ['sending'], to: 'unsubscribed' },
  drop: { from: ['sending'], to: 'dropped' },
};
