/**
 * Escape closes only the top layer. The listener then pauses for 100 ms, so that one long press doesn't close
 * everything.
 */
export const ESCAPE_RESTS_MS = 100;

export interface EscapeTarget {
  addEventListener(type: 'keydown', listener: (event: KeyboardEvent) => void): void;
  removeEventListener(type: 'keydown', listener: (event: KeyboardEvent) => void): void;
}

export function createEscapeStack(target: () => EscapeTarget) {
  const stack: Array<() => void> = [];
  let listening = false;
  let rest: ReturnType<typeof setTimeout> | undefined;

  function onKey(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || event.defaultPrevented) return;
    const top = stack.at(-1);
    if (!top) return;
    event.preventDefault();
    pause();
    rest = setTimeout(() => {
      rest = undefined;
      resume();
    }, ESCAPE_RESTS_MS);
    top();
  }
  function resume(): void {
    if (listening || stack.length === 0) return;
    listening = true;
    target().addEventListener('keydown', onKey);
  }
  function pause(): void {
    clearTimeout(rest);
    rest = undefined;
    if (!listening) return;
    listening = false;
    target().removeEventListener('keydown', onKey);
  }

  return {
    /**
     * Adds a layer on top.
     *
     * @returns a function that removes it.
     */
    push(close: () => void): () => void {
      stack.push(close);
      if (rest === undefined) resume();
      return () => {
        const at = stack.indexOf(close);
        if (at >= 0) stack.splice(at, 1);
        if (stack.length === 0) pause();
      };
    },
    get size(): number {
      return stack.length;
    },
  };
}

/** The stack of this page. */
export const escapeStack = createEscapeStack(() => document);
