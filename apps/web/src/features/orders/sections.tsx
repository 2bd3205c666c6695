import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useIsMobile } from '../../lib/use-media.ts';
import { SandboxPanel } from '../sandbox/sandbox-panel.tsx';
import classes from './list/list.module.css';

const SECTIONS = [
  { key: 'placement', to: '/app/orders' },
  { key: 'payments', to: '/app/orders/payments' },
  { key: 'shipment', to: '/app/orders/shipment' },
] as const;
export type SectionKey = (typeof SECTIONS)[number]['key'];

/** How many supplier orders wait to be paid, with how much that is. */
export function usePaymentCounts() {
  return useQuery({
    queryKey: queryKeys.part('orders', 'payment-counts'),
    queryFn: ({ signal }) => api('GET /orders/v5/supplier-orders/count', { query: {}, signal }),
  }).data;
}

/** The parts of the order area as links, with what waits to be paid. */
function Sections({ active, short }: { active: SectionKey; short?: boolean }) {
  const { t } = useTranslation(['orders', 'tracking']);
  const word = {
    placement: short ? t('column.placement') : t('sections.placement'),
    payments: t('sections.payments'),
    shipment: short ? t('tracking:title') : t('sections.shipment'),
  };
  const { count } = useFormats();
  const due = usePaymentCounts()?.waiting_payment ?? 0;
  return (
    <nav className={classes.sections} aria-label={t('sections.label')}>
      {SECTIONS.map((section) => (
        <Link
          key={section.key}
          to={section.to as '/app'}
          className={classes.section}
          data-active={section.key === active || undefined}
          aria-current={section.key === active ? 'page' : undefined}
        >
          {word[section.key]}
          {section.key === 'payments' && due > 0 ? <span className={classes.due}>{count(due)}</span> : null}
        </Link>
      ))}
    </nav>
  );
}

/** In the head of a wide screen: the sections and the sandbox's clock. */
export function SectionActions({ active }: { active: SectionKey }) {
  return useIsMobile() ? (
    <SandboxPanel />
  ) : (
    <>
      <SandboxPanel />
      <Sections active={active} />
    </>
  );
}

/** On a phone the sections stand in a row of their own above the page. */
export function SectionRow({ active }: { active: SectionKey }) {
  return useIsMobile() ? (
    <div className={classes.sectionRow}>
      <Sections active={active} short />
    </div>
  ) : null;
}
