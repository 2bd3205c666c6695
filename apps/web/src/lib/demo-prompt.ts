import { createObservable } from './observable.ts';

const open = createObservable(false);

/** The demo mode prompt: requested by imports and pushes, shown by the shell. */
export const demoPrompt = {
  watch: open.watch,
  isOpen: open.read,
  ask: () => open.set(true),
  close: () => open.set(false),
};
