import type { ProductSummary } from '@quayside/contracts';
import { Eye, EyeOff, Send, Tags } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../i18n/index.ts';
import { MayButton } from '../../kit/may-button.tsx';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { pushOfProduct } from './push/push-product.ts';
import type { usePushDrawer } from './push/use-push-drawer.tsx';
import { useEnhance } from './use-enhance.ts';
import { useWatch } from './watch/use-watch.ts';

const ApplyDialog = lazyChunk(async () => {
  const [chunk] = await Promise.all([import('./pricing/apply-dialog.tsx'), loadTexts(['pricing'])]);
  return chunk;
});

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
  const { t } = useTranslation(['products', 'monitoring']);
  const enhance = useEnhance();
  const watch = useWatch();
  const [pricing, setPricing] = useState<readonly string[]>();
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
      {pricing ? (
        <Suspense fallback={null}>
          <ApplyDialog open onClose={() => setPricing(undefined)} productIds={pricing} />
        </Suspense>
      ) : null}
    </>
  );
}
