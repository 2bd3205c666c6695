import type { Transitions } from '@quayside/kernel';

export type AlarmState = 'open' | 'dismissed' | 'closed';

/** close: its cause is gone. A dismissed alarm stays until then, so that it doesn't open again. */
export const ALARM_TRANSITIONS: Transitions<AlarmState, 'dismiss' | 'close'> = {
  dismiss: { from: ['open'], to: 'dismissed' },
  close: { from: ['open', 'dismissed'], to: 'closed' },
};
