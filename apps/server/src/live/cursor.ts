import { isId } from '@quayside/kernel';

/**
 * A position in a workplace's live events. It includes the event's id, because after a restore the same number may
 * belong to another event.
 */
export interface Cursor {
  readonly position: number;
  readonly eventId: string;
}

const NO_EVENT = '00000000-0000-0000-0000-000000000000';

/** Before the first event of a workplace. */
export const BEGINNING: Cursor = { position: 0, eventId: NO_EVENT };

export const encodeCursor = ({ eventId, position }: Cursor): string => `${position}.${eventId}`;

/** Parses a Last-Event-ID; undefined for anything that encodeCursor() can't have written. */
export function decodeCursor(text: string): Cursor | undefined {
  const [, digits, eventId] = /^(0|[1-9]\d{0,15})\.([0-9a-f-]{36})$/.exec(text) ?? [];
  const position = Number(digits);
  if (eventId === undefined || !Number.isSafeInteger(position)) return undefined;
  if (position === 0) return eventId === NO_EVENT ? BEGINNING : undefined;
  return isId(eventId) && eventId !== NO_EVENT ? { position, eventId } : undefined;
}
