import { type ReactNode, Suspense, useState } from 'react';
import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';

const AdoptDialog = lazyChunk(async () => {
  const [chunk] = await Promise.all([import('./adopt-dialog.tsx'), loadTexts(['adoption'])]);
  return chunk;
});

/** The dialog that brings in the products of a store: the one it is opened for, else one to choose. */
export function useAdoption(storeId?: string): { open(): void; dialog: ReactNode } {
  const [isOpen, setOpen] = useState(false);
  const [used, setUsed] = useState(false);
  return {
    open: () => {
      setUsed(true);
      setOpen(true);
    },
    dialog: used ? (
      <Suspense fallback={null}>
        <AdoptDialog open={isOpen} storeId={storeId} onClose={() => setOpen(false)} />
      </Suspense>
    ) : null,
  };
}
