import { isId } from './ids.ts';

/** A place in a list that is ordered by time and id: that of the last row that was shown. */
export interface Place {
  /** ISO 8601 in UTC, as precise as it is kept. */
  at: string;
  id: string;
}

const MOMENT = /^((?!0000)\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\d(?:\.\d{1,6})?Z$/;

/** Whether a text is a moment in UTC as ISO 8601 has it, of a day that there is: a database takes it as it stands. */
export function isMoment(text: string): boolean {
  const day = MOMENT.exec(text)?.[1];
  const at = Date.parse(text);
  return day !== undefined && !Number.isNaN(at) && new Date(at).toISOString().startsWith(day);
}

/** A place as text, for the next page. */
export const writePlace = ({ at, id }: Place): string => `${at}_${id}`;

/** The place that a text names; undefined for whatever we never wrote, and the list then begins at its beginning. */
export function readPlace(text: string | undefined): Place | undefined {
  const [at = '', id = '', ...more] = (text ?? '').split('_');
  return more.length === 0 && isMoment(at) && isId(id) ? { at, id } : undefined;
}
