import { ActionIcon } from '@mantine/core';
import { History, PenLine } from 'lucide-react';
import { type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { bulkChunk } from './bulk-chunk.ts';
import type { ProductFilter } from './bulk-queries.ts';

const ChangeDialog = lazyChunk(() => bulkChunk(() => import('./change-dialog.tsx')));
const EditsDrawer = lazyChunk(() => bulkChunk(() => import('./edits-drawer.tsx')));

/** Bulk edits of everything that a list's filter matches, and the latest edits with their undo. */
export function useBulkEdits(): {
  button(filter: ProductFilter, count: number, done: () => void): ReactNode;
  history: ReactNode;
  drawers: ReactNode;
} {
  const { t } = useTranslation('products');
  const [asked, setAsked] = useState<{ filter: ProductFilter; count: number; done(): void }>();
  const [shown, setShown] = useState<'open' | 'closed'>();
  return {
    button: (filter, count, done) => (
      <MayButton
        needs="products.change"
        size="xs"
        variant="default"
        leftSection={<PenLine size={14} aria-hidden />}
        onClick={() => setAsked({ filter, count, done })}
      >
        {t('bulkEdit')}
      </MayButton>
    ),
    history: (
      <ActionIcon
        size={32}
        variant="default"
        aria-label={t('bulkEdits')}
        data-hint={t('bulkEdits')}
        onClick={() => setShown('open')}
      >
        <History size={16} aria-hidden />
      </ActionIcon>
    ),
    drawers: (
      <>
        {asked ? (
          <Suspense fallback={null}>
            <ChangeDialog
              target={asked}
              onClose={() => setAsked(undefined)}
              onDone={() => {
                setAsked(undefined);
                setShown('open');
                asked.done();
              }}
            />
          </Suspense>
        ) : null}
        {shown ? (
          <Suspense fallback={null}>
            <EditsDrawer open={shown === 'open'} onClose={() => setShown('closed')} />
          </Suspense>
        ) : null}
      </>
    ),
  };
}
