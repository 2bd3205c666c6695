import { Suspense, useSyncExternalStore } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { toastStore } from '../lib/toasts.ts';

const Toasts = lazyChunk(() => import('../kit/toasts.tsx').then((kit) => ({ default: kit.Toasts })));

/** The place of the notices; their view is fetched with the first one and stays. */
export function ToastList() {
  const wanted = useSyncExternalStore(toastStore.watch, () => toastStore.list().length > 0);
  const used = useUsed(wanted);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <Toasts />
    </Suspense>
  );
}

let everWanted = false;
function useUsed(wanted: boolean): boolean {
  if (wanted) everWanted = true;
  return everWanted;
}
