import { useState } from 'react';

/** Counts the changes of a value while it is shown: the key of a short fade. */
export function useFlash(value: unknown): number {
  const [state, setState] = useState({ value, count: 0 });
  if (state.value !== value) setState({ value, count: state.count + 1 });
  return state.count;
}
