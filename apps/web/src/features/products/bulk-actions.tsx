import { ActionIcon } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { Copy, Eye, EyeOff, Images, MoreHorizontal, PenLine, Send, Store, Tags } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/index.ts';
import { MayButton } from '../../kit/may-button.tsx';
import { Menu, type MenuItem } from '../../kit/menu.tsx';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useMay } from '../../lib/use-may.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { bulkChunk } from './bulk/bulk-chunk.ts';
import { pushOfProduct } from './push/push-product.ts';
import type { usePushDrawer } from './push/use-push-drawer.tsx';
import { useEnhance, useImproveImages } from './use-enhance.ts';
import { useWatch } from './watch/use-watch.ts';

const ApplyDialog = lazyChunk(async () => {
  const [chunk] = await Promise.all([import('./pricing/apply-dialog.tsx'), loadTexts(['pricing'])]);
  return chunk;
});

const CopyDialog = lazyChunk(() => bulkChunk(() => import('./bulk/copy-dialog.tsx')));
const StatusDialog = lazyChunk(() => bulkChunk(() => import('./bulk/status-dialog.tsx')));
const ChangeDialog = lazyChunk(() => bulkChunk(() => import('./bulk/change-dialog.tsx')));

interface Props {
  rows: readonly ProductSummary[];
  /** How many are chosen, those that are not loaded included. */
  count: number;
  push: ReturnType<typeof usePushDrawer>;
  /** Gives up the choice. */
  done(): void;
}

/** What can be done with chosen products in both of their lists: push them, have their words enhanced, and watch them at their suppliers. */
export function BulkActions({ rows, count, push, done }: Props) {
  const { t } = useTranslation(['products', 'monitoring', 'common']);
  const enhance = useEnhance();
  const improveImages = useImproveImages();
  const watch = useWatch();
  const [copying, setCopying] = useState(false);
  const [changing, setChanging] = useState(false);
  const [status, setStatus] = useState(false);
  const [pricing, setPricing] = useState<readonly string[]>();
  const isListed = rows.some((row) => row.listings.length > 0);
  const mobile = useIsMobile();
  const { may } = useMay();
  /** What doesn't fit into the bar of a phone. */
  const more: MenuItem[] = [
    ...(may('products.change')
      ? [{ key: 'edit', label: t('bulkEdit'), icon: PenLine, run: () => setChanging(true) }]
      : []),
    ...(may('products.change')
      ? [{ key: 'images', label: t('enhance.images'), icon: Images, run: () => improveImages(rows) }]
      : []),
    ...(may('products.push') && isListed
      ? [
          { key: 'copy', label: t('copyToStore'), icon: Copy, run: () => setCopying(true) },
          { key: 'status', label: t('storeStatus.action'), icon: Store, run: () => setStatus(true) },
        ]
      : []),
  ];
  const allWatched = rows.length > 0 && rows.every((row) => row.watch !== null);
  return (
    <>
      <MayButton
        needs="products.push"
        size="xs"
        leftSection={<Send size={14} className="flip" aria-hidden />}
        onClick={() => push.open(rows.map(pushOfProduct), done)}
      >
        {t('push.verb', { count })}
      </MayButton>
      <MayButton
        needs="products.change"
        size="xs"
        variant="default"
        leftSection={<Tags size={14} aria-hidden />}
        onClick={() => setPricing(rows.map((row) => row.id))}
      >
        {t('price.action')}
      </MayButton>
      <MayButton needs="products.change" size="xs" variant="default" onClick={() => enhance(rows)}>
        {t('enhance.action')}
      </MayButton>
      {mobile ? null : (
        <MayButton needs="products.change" size="xs" variant="default" onClick={() => improveImages(rows)}>
          {t('enhance.images')}
        </MayButton>
      )}
      <MayButton
        needs="products.change"
        size="xs"
        variant="default"
        leftSection={allWatched ? <EyeOff size={14} aria-hidden /> : <Eye size={14} aria-hidden />}
        loading={watch.busy}
        onClick={() =>
          void watch
            .set(
              rows.map((row) => row.id),
              !allWatched,
            )
            .then(done)
        }
      >
        {t(allWatched ? 'monitoring:watch.stop' : 'monitoring:watch.on')}
      </MayButton>
      {mobile && more.length > 0 ? (
        <Menu
          label={t('common:more')}
          align="end"
          trigger={(props) => (
            <ActionIcon aria-label={t('common:more')} size={28} {...props}>
              <MoreHorizontal size={18} aria-hidden />
            </ActionIcon>
          )}
          items={more}
        />
      ) : null}
      {mobile ? null : (
        <MayButton
          needs="products.change"
          size="xs"
          variant="default"
          leftSection={<PenLine size={14} aria-hidden />}
          onClick={() => setChanging(true)}
        >
          {t('bulkEdit')}
        </MayButton>
      )}
      {changing ? (
        <Suspense fallback={null}>
          <ChangeDialog
            target={{ products: rows }}
            onClose={() => setChanging(false)}
            onDone={() => {
              setChanging(false);
              done();
            }}
          />
        </Suspense>
      ) : null}
      {isListed && !mobile ? (
        <MayButton
          needs="products.push"
          size="xs"
          variant="default"
          leftSection={<Copy size={14} aria-hidden />}
          onClick={() => setCopying(true)}
        >
          {t('copyToStore')}
        </MayButton>
      ) : null}
      {isListed && !mobile ? (
        <MayButton
          needs="products.push"
          size="xs"
          variant="default"
          leftSection={<Store size={14} aria-hidden />}
          onClick={() => setStatus(true)}
        >
          {t('storeStatus.action')}
        </MayButton>
      ) : null}
      {status ? (
        <Suspense fallback={null}>
          <StatusDialog
            products={rows}
            onClose={() => setStatus(false)}
            onDone={() => {
              setStatus(false);
              done();
            }}
          />
        </Suspense>
      ) : null}
      {copying ? (
        <Suspense fallback={null}>
          <CopyDialog
            products={rows}
            onClose={() => setCopying(false)}
            onDone={() => {
              setCopying(false);
              done();
            }}
          />
        </Suspense>
      ) : null}
      {pricing ? (
        <Suspense fallback={null}>
          <ApplyDialog open onClose={() => setPricing(undefined)} productIds={pricing} />
        </Suspense>
      ) : null}
    </>
  );
}
