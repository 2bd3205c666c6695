import { useSyncExternalStore } from 'react';
import { rowKeys } from './row-keys.ts';

/** The keys that go to the next and to the previous row. */
export function useRowKeys(): { next: 'j' | 'k'; previous: 'j' | 'k' } {
  const jDown = useSyncExternalStore(rowKeys.watch, rowKeys.jMovesDown);
  return jDown ? { next: 'j', previous: 'k' } : { next: 'k', previous: 'j' };
}
