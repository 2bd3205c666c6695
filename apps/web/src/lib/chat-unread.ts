import { watched } from './watched.ts';

/** What the chat said last of its unread messages; shown as a badge. */
export const chatUnread = watched(0);
