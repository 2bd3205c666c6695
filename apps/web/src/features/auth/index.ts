export { AuthPage } from './auth-page.tsx';
export { Harbour } from './harbour.tsx';
export { useEntry } from './use-entry.ts';
export { useMeta } from './use-meta.ts';
