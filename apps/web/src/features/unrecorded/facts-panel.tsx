import type { UnclaimedOrder, UnrecordedOrder } from '@quayside/contracts';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../kit/detail-panel.tsx';
import type { DetailNav } from '../../kit/list-page.tsx';
import { Money } from '../../kit/money.tsx';
import { ProductPicture } from '../../kit/product-picture.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { connectorName } from '../../lib/connectors.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { isPaidWord } from './columns.tsx';
import classes from './unrecorded.module.css';

interface Props {
  row: UnclaimedOrder | UnrecordedOrder;
  nav: DetailNav;
  /** The store's order that it leads to. */
  order?: ReactNode;
  footer: ReactNode;
}

/** One supplier order that is not recorded: why, what the supplier says of it, and what can be done. */
export function FactsPanel({ row, nav, order, footer }: Props) {
  const { t } = useTranslation('unrecorded');
  const { dateTime } = useFormats();
  return (
    <DetailPanel
      title={row.order_no}
      subtitle={
        <span className={classes.number}>
          {connectorName(row.source)}
          {row.is_sandbox ? <SandboxTag /> : null}
        </span>
      }
      footer={footer}
      onClose={nav.close}
      onPrevious={nav.previous}
      onNext={nav.next}
    >
      <PanelSection title={t('column.reason')}>
        <p>{row.reason.text}</p>
      </PanelSection>
      <PanelSection title={t('column.items')}>
        <ul className={classes.items}>
          {row.line_items.map((line) => (
            <li key={line.source_variant_id} className={classes.item}>
              <ProductPicture src={line.image} alt="" size={40} />
              <span className={classes.words}>
                {line.title ?? <bdi>{t('variant', { id: line.source_variant_id })}</bdi>}
                {line.variant_title ? <span className={classes.quiet}> {line.variant_title}</span> : null}
              </span>
              <span className={classes.quiet}>× {line.quantity}</span>
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection title={t('facts')}>
        <Facts
          items={[
            ...(order ? [{ label: t('column.order'), value: order }] : []),
            { label: t('column.total'), value: <Money value={row.total} strong /> },
            { label: t('column.payment'), value: isPaidWord(t, row) },
            { label: t('column.placed'), value: row.placed_at ? dateTime(row.placed_at) : t('noDate') },
            { label: t('found'), value: dateTime(row.found_at) },
            ...row.parcels.map((parcel) => ({
              label: t('parcels'),
              value: parcel.tracking_url ? (
                <a className={`mono ${classes.id}`} href={parcel.tracking_url} target="_blank" rel="noreferrer">
                  {parcel.tracking_number}
                </a>
              ) : (
                <span className={`mono ${classes.id}`}>{parcel.tracking_number}</span>
              ),
            })),
            { label: t('reference'), value: <span className={`mono ${classes.id}`}>{row.reference}</span> },
          ]}
        />
      </PanelSection>
    </DetailPanel>
  );
}
