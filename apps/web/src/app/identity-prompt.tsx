import { Suspense, useSyncExternalStore } from 'react';
import { identityPrompt } from '../lib/confirm-identity.ts';
import { lazyChunk } from '../lib/lazy-chunk.ts';

const Dialog = lazyChunk(() => import('../features/account/identity-dialog.tsx'));

/** Where the dialog "Confirm it's you" appears, whichever screen made the call. */
export function IdentityPrompt() {
  const isOpen = useSyncExternalStore(identityPrompt.watch, identityPrompt.isOpen);
  if (!isOpen) return null;
  return (
    <Suspense fallback={null}>
      <Dialog />
    </Suspense>
  );
}
