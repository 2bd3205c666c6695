export { AuthPage } from './auth-page.tsx';
export { Harbour } from './harbour.tsx';
export { nextPath } from './next-path.ts';
export { type CallAnswer, saveEntry, useEntry } from './use-entry.ts';
export { useMeta } from './use-meta.ts';
