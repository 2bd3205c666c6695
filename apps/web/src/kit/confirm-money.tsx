import { Suspense, useEffect, useState } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import type { ConfirmProps } from './confirm-dialog.tsx';

export type { ConfirmLine, ConfirmProps } from './confirm-dialog.tsx';

const Dialog = lazyChunk(() => import('./confirm-dialog.tsx').then((kit) => ({ default: kit.ConfirmDialog })));

/** Confirms payments and irreversible actions. The dialog's code loads when it first opens. */
export function ConfirmMoney(props: ConfirmProps) {
  const [used, setUsed] = useState(props.open);
  useEffect(() => {
    if (props.open) setUsed(true);
  }, [props.open]);
  if (!used) return null;
  return (
    <Suspense fallback={null}>
      <Dialog {...props} />
    </Suspense>
  );
}
