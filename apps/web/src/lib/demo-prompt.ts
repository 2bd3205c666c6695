import { watched } from './watched.ts';

const open = watched(false);

/** The prompt of the demo mode: asked for where something is imported or pushed, shown by the shell. */
export const demoPrompt = {
  watch: open.watch,
  isOpen: open.read,
  ask: () => open.set(true),
  close: () => open.set(false),
};
