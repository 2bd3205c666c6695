import { Suspense, useCallback, useState } from 'react';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import type { CopyTarget } from './use-copy.ts';

const SplitDialog = lazyChunk(() => import('./split-dialog.tsx'));

/** The dialog that splits a product; its code loads when it first opens. */
export function useSplitDialog() {
  const [target, setTarget] = useState<CopyTarget>();
  const [open, setOpen] = useState(false);
  const show = useCallback((next: CopyTarget) => {
    setTarget(next);
    setOpen(true);
  }, []);
  return {
    open: show,
    dialog: target ? (
      <Suspense fallback={null}>
        <SplitDialog key={`${target.id} ${open}`} target={target} open={open} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
