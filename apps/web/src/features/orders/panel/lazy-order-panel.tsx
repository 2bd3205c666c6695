import { Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/index.ts';
import { DetailPanel } from '../../../kit/detail-panel.tsx';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import type { OrderPanelProps } from './order-panel.tsx';
import { PanelSkeleton } from './panel-skeleton.tsx';

/** The list stands before its panel is fetched: the first click finds it there. */
const PRELOAD_MS = 1200;

const load = async () => {
  const [module] = await Promise.all([
    import('./order-panel.tsx'),
    loadTexts(['feedback', 'orderNotes', 'orderTimeline', 'orderDecisions', 'claims']),
  ]);
  return { default: module.OrderPanel };
};
const Panel = lazyChunk(load);

/** Fetches the panel's code while the list is looked at. */
export function usePanelAhead(): void {
  useEffect(() => {
    const timer = setTimeout(() => void load().catch(() => undefined), PRELOAD_MS);
    return () => clearTimeout(timer);
  }, []);
}

/** The order beside the list, with a skeleton until its code has loaded. */
export function OrderPanel(props: OrderPanelProps) {
  const { t } = useTranslation('orders');
  const { orderId: _orderId, ...nav } = props;
  return (
    <Suspense
      fallback={
        <DetailPanel title={t('panel.order')} {...nav}>
          <PanelSkeleton />
        </DetailPanel>
      }
    >
      <Panel {...props} />
    </Suspense>
  );
}
