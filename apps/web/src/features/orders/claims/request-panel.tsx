import type { RefundRequest } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../../kit/detail-panel.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import type { DetailNav } from '../../../kit/list-page.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { type StateAction, StateActions } from '../../../kit/state-actions.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { connectorName } from '../../../lib/connectors.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Problem } from '../panel/problem.tsx';
import classes from './claims.module.css';
import { EvidenceSection } from './evidence.tsx';
import { REQUEST_TONES } from './labels.ts';
import { PhotoRow } from './photos.tsx';

interface Props {
  request: RefundRequest;
  nav: DetailNav;
  actions: readonly StateAction[];
}

/** One request: what was asked for, with which evidence, and what the supplier answered. */
export function RequestPanel({ request, nav, actions }: Props) {
  const { t } = useTranslation('claims');
  const { dateTime } = useFormats();
  const isRefund = request.type === 'refund';
  return (
    <DetailPanel
      title={request.order_name}
      subtitle={
        <>
          <StatusBadge filled tone={REQUEST_TONES[request.state]} label={t(`state.${request.state}`)} />
          <span>{connectorName(request.source)}</span>
          {request.is_sandbox ? <SandboxTag /> : null}
        </>
      }
      footer={actions.length > 0 ? <StateActions actions={[...actions]} shown={2} size="sm" /> : undefined}
      onClose={nav.close}
      onPrevious={nav.previous}
      onNext={nav.next}
    >
      {request.problem ? <Problem problem={request.problem} /> : null}
      <p className={classes.note}>
        {request.via === 'supplier'
          ? t('via.supplier', { supplier: connectorName(request.source) })
          : t('via.manual', { supplier: connectorName(request.source) })}
      </p>
      <PanelSection title={t('column.items')}>
        <ul className={classes.lines}>
          {request.line_items.map((line) => (
            <li key={line.id} className={classes.item}>
              <ProductPicture src={line.image} alt="" size={40} />
              <span className={classes.words}>
                <span>{line.title}</span>
                {line.variant_title ? <bdi className={classes.quiet}>{line.variant_title}</bdi> : null}
              </span>
              <span className={classes.quiet}>× {line.quantity}</span>
            </li>
          ))}
        </ul>
      </PanelSection>
      <PanelSection title={t('facts')}>
        <Facts
          items={[
            { label: t('column.reason'), value: t(`reason.${request.reason}`) },
            { label: t('form.type'), value: t(`type.${request.type}`) },
            ...(isRefund ? [{ label: t('requested'), value: <Money value={request.amount} strong /> }] : []),
            ...(request.agreed && isRefund ? [{ label: t('agreed'), value: <Money value={request.agreed} /> }] : []),
            ...(request.received && isRefund
              ? [{ label: t('received'), value: <Money value={request.received} /> }]
              : []),
            { label: t('orderNo'), value: <span className="mono">{request.order_no}</span> },
            { label: t('by'), value: <bdi>{request.requested_by}</bdi> },
            { label: t('column.created'), value: dateTime(request.created_at) },
            ...(request.answered_at ? [{ label: t('answeredAt'), value: dateTime(request.answered_at) }] : []),
            ...(request.closed_at ? [{ label: t('closedAt'), value: dateTime(request.closed_at) }] : []),
          ]}
        />
        <div>
          <LinkButton
            to="/app/orders"
            search={{ period: 'all', open: request.order_id }}
            size="compact-xs"
            variant="default"
          >
            {t('viewOrder')}
          </LinkButton>
        </div>
      </PanelSection>
      {request.description ? (
        <PanelSection title={t('form.text')}>
          <p className={classes.text} dir="auto">
            {request.description}
          </p>
        </PanelSection>
      ) : null}
      {request.photos.length > 0 ? (
        <PanelSection title={t('form.photos')}>
          <PhotoRow photos={request.photos} />
        </PanelSection>
      ) : null}
      <EvidenceSection key={request.id} orderId={request.order_id} requestId={request.id} />
      {request.answer ? (
        <PanelSection title={t('answer.shown')}>
          <p className={classes.text} dir="auto">
            {request.answer}
          </p>
        </PanelSection>
      ) : null}
    </DetailPanel>
  );
}
