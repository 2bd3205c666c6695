import { ActionIcon } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { MoreHorizontal } from 'lucide-react';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { type SectionLink, SectionLinks, SectionLinksRow } from '../../kit/section-links.tsx';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { SandboxPanel } from '../sandbox/index.ts';
import { WalletBalance } from '../wallet/index.ts';
import classes from './list/list.module.css';

// Its place is kept by a button that looks the same, so nothing moves when it arrives.
const SectionMenu = lazyChunk(() => import('./section-menu.tsx'));
const ReturnsDue = lazyChunk(() => import('./returns/returns-due.tsx'));

export type SectionKey =
  | 'placement'
  | 'payments'
  | 'shipment'
  | 'refunds'
  | 'returns'
  | 'unrecorded'
  | 'analyses'
  | 'feedback';

/** How many supplier orders wait to be paid, with how much that is. */
export function usePaymentCounts() {
  const { shownStore } = useAccount();
  const query = { store_id: shownStore?.id };
  return useQuery({
    queryKey: queryKeys.part('orders', 'payment-counts', query),
    queryFn: ({ signal }) => api('GET /orders/v5/supplier-orders/count', { query, signal }),
  }).data;
}

/** The parts of the order area, called as their pages are, with what waits to be paid. */
function useSections(active: SectionKey) {
  const { t } = useTranslation('orders');
  const { count } = useFormats();
  const counts = usePaymentCounts();
  const due = counts?.waiting_payment ?? 0;
  const { account, workplaceId } = useAccount();
  const unrecorded = active === 'unrecorded' || account?.unrecorded_orders_in.includes(workplaceId ?? '');
  const sections: (SectionLink & { key: SectionKey })[] = [
    { key: 'placement', to: '/app/orders', label: t('sections.placement') },
    {
      key: 'payments',
      to: '/app/orders/payments',
      label: t('sections.payments'),
      note:
        due > 0 ? (
          <span className={classes.due}>{counts && due >= counts.most ? `${count(due)}+` : count(due)}</span>
        ) : null,
    },
    { key: 'shipment', to: '/app/orders/shipment', label: t('sections.shipment') },
    { key: 'refunds', to: '/app/orders/cancel-refund', label: t('sections.refunds') },
    {
      key: 'returns',
      to: '/app/orders/returns',
      label: t('sections.returns'),
      note: (
        <Suspense>
          <ReturnsDue />
        </Suspense>
      ),
    },
    ...(unrecorded
      ? [{ key: 'unrecorded', to: '/app/orders/unrecorded', label: t('sections.unrecorded') } as const]
      : []),
  ];
  return { label: t('sections.label'), sections, active };
}

/** In the head of a wide screen: the sections and the sandbox's clock. */
export function SectionActions({ active }: { active: SectionKey }) {
  const { t } = useTranslation('orders');
  const links = useSections(active);
  return (
    <>
      <WalletBalance />
      <SandboxPanel />
      {active === 'placement' ? (
        <LinkButton to="/app/orders/create" variant="default">
          {t('create.open')}
        </LinkButton>
      ) : null}
      {useIsMobile() ? null : <SectionLinks {...links} />}
      <Suspense
        fallback={
          <ActionIcon aria-label={t('sections.more')} aria-disabled>
            <MoreHorizontal size={18} aria-hidden />
          </ActionIcon>
        }
      >
        <SectionMenu hasTasks={active === 'placement'} />
      </Suspense>
    </>
  );
}

/** On a phone the sections stand in a row of their own above the page. */
export function SectionRow({ active }: { active: SectionKey }) {
  return <SectionLinksRow {...useSections(active)} />;
}
