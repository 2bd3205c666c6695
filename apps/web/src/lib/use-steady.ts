import { useLayoutEffect, useRef, useState } from 'react';

type Handlers = Record<string, (...args: never[]) => unknown>;

/** Functions that stay the same for the component's life and always run their latest version, for children that are memoized. */
export function useSteady<T extends Handlers>(handlers: T): T {
  const latest = useRef(handlers);
  useLayoutEffect(() => {
    latest.current = handlers;
  });
  const [steady] = useState(
    () =>
      Object.fromEntries(
        Object.keys(handlers).map((name) => [name, (...args: never[]) => latest.current[name]?.(...args)]),
      ) as T,
  );
  return steady;
}
