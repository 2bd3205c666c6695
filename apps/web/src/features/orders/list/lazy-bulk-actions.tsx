import type { ComponentProps } from 'react';
import { loadTexts } from '../../../i18n/index.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import type { BulkActions } from './bulk-actions.tsx';

const Actions = lazyChunk(async () => {
  const [list] = await Promise.all([import('./bulk-actions.tsx'), loadTexts(['orderNotes'])]);
  return { default: list.BulkActions };
});

/** Bulk actions with their texts, which the list loads with the first selection. */
export default function LazyBulkActions(props: ComponentProps<typeof BulkActions>) {
  return <Actions {...props} />;
}
