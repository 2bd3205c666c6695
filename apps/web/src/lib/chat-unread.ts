import { createObservable } from './observable.ts';

/** Number of unread chat messages, shown as a badge. */
export const chatUnread = createObservable(0);
