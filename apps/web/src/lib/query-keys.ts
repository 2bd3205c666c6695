/**
 * Query keys. The first part is the topic of live events; `list` and `detail` decide which ids affect a query. Every
 * query must use them, or live updates miss it.
 */
export const queryKeys = {
  /** A list of a topic in one state (filters, sort, search). */
  list: (topic: string, state: object = {}) => [topic, 'list', state] as const,
  /** One item of a topic. */
  detail: (topic: string, id: string, part = '') => [topic, 'detail', id, part] as const,
  /** Other data of a topic, such as counts and summaries. Refreshed by every event of the topic. */
  part: (topic: string, name: string, state: object = {}) => [topic, 'part', name, state] as const,
};

export interface LiveChange {
  topic: string;
  /** Absent: everything of the topic may have changed. */
  ids?: string[];
}

/** Whether a change affects a query, judged by its key. */
export function touches(change: LiveChange, queryKey: readonly unknown[]): boolean {
  if (queryKey[0] !== change.topic) return false;
  if (queryKey[1] !== 'detail' || !change.ids?.length) return true;
  return change.ids.includes(String(queryKey[2]));
}
