import { Suspense, useEffect, useState } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import type { DrawerProps } from './drawer.tsx';

const Sheet = lazyChunk(() => import('./drawer.tsx').then((kit) => ({ default: kit.Sheet })));
const Drawer = lazyChunk(() => import('./drawer.tsx').then((kit) => ({ default: kit.Drawer })));

function useEver(open: boolean): boolean {
  const [ever, setEver] = useState(open);
  useEffect(() => {
    if (open) setEver(true);
  }, [open]);
  return ever;
}

/** A sheet whose code loads when it first opens. */
export function LazySheet(props: Omit<DrawerProps, 'side' | 'width'>) {
  return useEver(props.open) ? (
    <Suspense fallback={null}>
      <Sheet {...props} />
    </Suspense>
  ) : null;
}

/** A drawer whose code loads when it first opens. */
export function LazyDrawer(props: DrawerProps) {
  return useEver(props.open) ? (
    <Suspense fallback={null}>
      <Drawer {...props} />
    </Suspense>
  ) : null;
}
