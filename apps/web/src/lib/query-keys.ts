/**
 * Names of cached answers. The first part is the topic that the server's events name; `list` and `detail` tell what an
 * event with ids touches. Every query of the app is named through here, or live updates pass it by.
 */
export const queryKeys = {
  /** A list of a topic in one state (filters, sort, search). */
  list: (topic: string, state: object = {}) => [topic, 'list', state] as const,
  /** One thing of a topic. */
  detail: (topic: string, id: string, part = '') => [topic, 'detail', id, part] as const,
  /** Anything else of a topic: counts, summaries. Refreshed by every event of the topic. */
  part: (topic: string, name: string, state: object = {}) => [topic, 'part', name, state] as const,
};

export interface LiveChange {
  topic: string;
  /** Absent: everything of the topic may have changed. */
  ids?: string[];
}

/** Whether a change touches a query, by the query's name alone. */
export function touches(change: LiveChange, queryKey: readonly unknown[]): boolean {
  if (queryKey[0] !== change.topic) return false;
  if (queryKey[1] !== 'detail' || !change.ids?.length) return true;
  return change.ids.includes(String(queryKey[2]));
}
