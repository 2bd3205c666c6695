import { type RefObject, useEffect, useRef, useState } from 'react';
import { holdRows } from '../lib/held-rows.ts';
import { useIsInteracting } from './use-is-interacting.ts';
import type { ListView } from './use-list-view.ts';

/** The displayed rows, held in place during interaction. */
export function useSteadyRows<T extends object>(view: ListView<T>, body: RefObject<HTMLDivElement | null>) {
  const { list, state } = view;
  const hand = useIsInteracting(body);
  const [released, setReleased] = useState(0);
  const stateName = JSON.stringify(state);
  const shown = useRef<{ ids: string[]; name: string; released: number }>({ ids: [], name: stateName, released });
  const before = shown.current;
  const same = before.name === stateName && before.released === released && !list.isStale;
  const { rows, waiting } = holdRows(same ? before.ids : [], list.rows, list.id, hand);
  useEffect(() => {
    shown.current = { ids: rows.map(list.id), name: stateName, released };
  });
  return { rows, waiting, release: () => setReleased((now) => now + 1) };
}
