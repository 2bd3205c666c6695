import { createContext, useContext, useEffect, useRef } from 'react';
import { type KeyBinding, keyboard } from './keyboard.ts';

/** Layer of keyboard shortcuts; drawers and dialogs provide their own. */
export const KeyLayer = createContext(0);

/**
 * Registers shortcuts while the component is mounted. An inline list is fine: only changed bindings are registered
 * again, and `run` is always the latest.
 */
export function useKeys(bindings: readonly KeyBinding[], enabled = true): void {
  const layer = useContext(KeyLayer);
  const latest = useRef(bindings);
  useEffect(() => {
    latest.current = bindings;
  });
  const shape = JSON.stringify(
    bindings.map(({ keys, label, group, inFields, hidden }) => [keys, label, group, inFields, hidden]),
  );
  useEffect(() => {
    if (!enabled) return;
    const steady = latest.current.map((binding, index) => ({
      ...binding,
      run: (event: KeyboardEvent) => latest.current[index]?.run(event),
      when: () => latest.current[index]?.when?.() ?? true,
    }));
    return shape ? keyboard.register(steady, layer) : undefined;
  }, [shape, layer, enabled]);
}
