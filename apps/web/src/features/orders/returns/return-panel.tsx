import { Button } from '@mantine/core';
import type { Return } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DetailPanel, Facts, PanelSection } from '../../../kit/detail-panel.tsx';
import { Details as StoreWords } from '../../../kit/details.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import type { DetailNav } from '../../../kit/list-page.tsx';
import { Money } from '../../../kit/money.tsx';
import { SandboxTag } from '../../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { type StateAction, StateActions } from '../../../kit/state-actions.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { Timeline } from '../../../kit/timeline.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useIsMobile } from '../../../lib/use-media.ts';
import { Problem } from '../panel/problem.tsx';
import { timelineItems } from '../panel/timeline-items.ts';
import { Address } from './address.tsx';
import { isAbout, nextStep, stepsOf, toneOf } from './labels.ts';
import { LineRow } from './lines.tsx';
import { MailPreview, useMailPreview } from './mail-preview.tsx';
import classes from './returns.module.css';

interface Props {
  id: string;
  /** The row of the list, shown until the return is read. */
  row: Return | undefined;
  nav: DetailNav;
  actionsOf(one: Return): StateAction[];
}

/** One return: where it is, what comes next, its items, and what was sent to the customer. */
export function ReturnPanel({ id, row, nav, actionsOf }: Props) {
  const { t } = useTranslation('returns');
  const mobile = useIsMobile();
  const own = { onClose: nav.close, onPrevious: nav.previous, onNext: nav.next };
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'return', { id }),
    queryFn: ({ signal }) =>
      api('GET /orders/returns/v1/detail/{return_id}', { params: { return_id: id }, signal, quiet: true }),
    placeholderData: row,
  });
  if (!data)
    return (
      <DetailPanel title={t('one')} {...own}>
        <div className={classes.page}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} small />
          ) : (
            <SkeletonBox width="100%" height={320} />
          )}
        </div>
      </DetailPanel>
    );
  const actions = actionsOf(data);
  return (
    <DetailPanel
      {...own}
      // Isolated: a number after a sign would change places in Arabic.
      title={`\u2068${data.name}\u2069`}
      subtitle={
        <>
          <StatusBadge filled tone={toneOf(data)} label={t(`state.${data.state}`)} />
          <span>{t(`kind.${data.kind}`)}</span>
          <span>{data.store_name ?? '--'}</span>
          {data.is_sandbox ? <SandboxTag /> : null}
        </>
      }
      footer={actions.length > 0 ? <StateActions actions={actions} shown={mobile ? 1 : 2} size="sm" /> : undefined}
    >
      <Progress one={data} />
      <Items one={data} />
      <RefundSection one={data} />
      <Details one={data} />
      <Parcel one={data} />
      <Mails one={data} />
      <History one={data} />
    </DetailPanel>
  );
}

/** The steps taken so far, the next step, and anything that blocks it. */
function Progress({ one }: { one: Return }) {
  const { t } = useTranslation('returns');
  const { date, money } = useFormats();
  const steps = stepsOf(one);
  return (
    <PanelSection>
      <div className={classes.progress}>
        <ol className={classes.steps} aria-label={t('steps')}>
          {steps.map(({ state, phase }) => (
            <li
              key={state}
              className={classes.step}
              data-phase={phase}
              aria-current={phase === 'now' ? 'step' : undefined}
            >
              <span className={classes.dot} aria-hidden>
                {phase === 'done' ? <Check size={12} strokeWidth={3} /> : null}
              </span>
              <span>{t(`state.${state}`)}</span>
              {phase === 'done' ? <span className="visually-hidden">{t('stepDone')}</span> : null}
            </li>
          ))}
        </ol>
        <p className={classes.next}>
          {t(`next.${nextStep(one, Date.now())}`, {
            date: date(one.send_back_by),
            sum: money(one.refund?.amount ?? one.value),
            order: one.exchange_order?.name ?? '',
          })}
        </p>
        {one.refund?.problem && one.state !== 'refunded' ? (
          <Problem problem={one.refund.problem}>
            {one.refund.problem.params?.detail ? (
              <StoreWords>
                <bdi>{one.refund.problem.params.detail}</bdi>
              </StoreWords>
            ) : null}
          </Problem>
        ) : null}
      </div>
    </PanelSection>
  );
}

function Items({ one }: { one: Return }) {
  const { t } = useTranslation('returns');
  return (
    <PanelSection title={t('items')}>
      <ul className={classes.lines}>
        {one.lines.map((line) => (
          <li key={line.line_item_id}>
            <LineRow
              line={line}
              note={
                line.received === null
                  ? undefined
                  : [
                      t('arrived', { received: line.received, total: line.quantity }),
                      ...(line.disposition ? [t(`disposition.${line.disposition}`)] : []),
                    ].join(' · ')
              }
            >
              <span className={classes.end}>
                <Money value={line.unit_price} />
                <span className={classes.quiet}>× {line.quantity}</span>
              </span>
            </LineRow>
          </li>
        ))}
      </ul>
      {one.customer_note ? (
        <figure className={classes.quote}>
          <figcaption className={classes.quiet}>{t('customerNote')}</figcaption>
          <blockquote dir="auto">{one.customer_note}</blockquote>
        </figure>
      ) : null}
    </PanelSection>
  );
}

const REFUND_TONES: Record<NonNullable<Return['refund']>['state'], Tone> = {
  waiting: 'moving',
  sending: 'moving',
  unknown: 'waiting',
  done: 'done',
  failed: 'broken',
  withdrawn: 'closed',
};

/** The refund and where it went, or the replacement order. */
function RefundSection({ one }: { one: Return }) {
  const { t } = useTranslation('returns');
  const { dateTime } = useFormats();
  const { refund, exchange_order: exchange } = one;
  if (!refund && !exchange) return null;
  return (
    <PanelSection title={t(refund ? 'refund.section' : 'exchange.section')}>
      {refund ? (
        <Facts
          items={[
            { label: t('refund.total'), value: <Money value={refund.amount} strong /> },
            {
              label: t('column.state'),
              value: <StatusBadge tone={REFUND_TONES[refund.state]} label={t(`refund.state.${refund.state}`)} />,
            },
            {
              label: t('refund.method'),
              value: t(refund.state === 'done' ? `refund.done.${refund.method}` : `refund.how.${refund.method}`),
            },
            ...(refund.reference
              ? [{ label: t('refund.reference'), value: <span className="mono">{refund.reference}</span> }]
              : []),
            { label: t(refund.state === 'done' ? 'refund.by' : 'by'), value: <bdi>{refund.requested_by}</bdi> },
            { label: t('refund.at'), value: dateTime(refund.done_at ?? refund.requested_at) },
            ...(refund.note ? [{ label: t('refund.note'), value: <bdi>{refund.note}</bdi> }] : []),
          ]}
        />
      ) : null}
      {exchange ? (
        <LinkButton
          to="/app/orders"
          search={{ period: 'all', open: exchange.order_id }}
          size="compact-sm"
          variant="default"
        >
          {t('exchange.open', { order: exchange.name })}
        </LinkButton>
      ) : null}
    </PanelSection>
  );
}

function Details({ one }: { one: Return }) {
  const { t } = useTranslation('returns');
  const { dateTime } = useFormats();
  return (
    <PanelSection title={t('facts')}>
      <Facts
        items={[
          { label: t('column.reason'), value: t(`reason.${one.reason}`) },
          { label: t('column.value'), value: <Money value={one.value} /> },
          { label: t('customer'), value: one.customer_name ? <bdi>{one.customer_name}</bdi> : '--' },
          { label: t('by'), value: <bdi>{one.requested_by}</bdi> },
          { label: t('column.created'), value: dateTime(one.created_at) },
          ...(one.ended_at ? [{ label: t('endedAt'), value: dateTime(one.ended_at) }] : []),
          ...(one.outside_window_by ? [{ label: t('outsideWindow'), value: <bdi>{one.outside_window_by}</bdi> }] : []),
        ]}
      />
      {one.decision_note ? (
        <p className={classes.text} dir="auto">
          <span className={classes.quiet}>{t('decisionNote')}</span> {one.decision_note}
        </p>
      ) : null}
      <div>
        <LinkButton to="/app/orders" search={{ period: 'all', open: one.order_id }} size="compact-xs" variant="default">
          {t('viewOrder', { order: one.order_name })}
        </LinkButton>
      </div>
    </PanelSection>
  );
}

/** Where the items go, by when, and their tracking number. */
function Parcel({ one }: { one: Return }) {
  const { t } = useTranslation('returns');
  const { date } = useFormats();
  if (one.customer_keeps)
    return (
      <PanelSection title={t('parcel')}>
        <p className={classes.text}>{t('keeps')}</p>
      </PanelSection>
    );
  if (!one.address) return null;
  return (
    <PanelSection title={t('parcel')}>
      <Facts
        items={[
          { label: t('address'), value: <Address address={one.address} /> },
          ...(one.send_back_by ? [{ label: t('column.deadline'), value: date(one.send_back_by) }] : []),
          ...(one.carrier ? [{ label: t('tracking.carrier'), value: <bdi>{one.carrier}</bdi> }] : []),
          ...(one.tracking_number
            ? [{ label: t('tracking.number'), value: <span className="mono">{one.tracking_number}</span> }]
            : []),
        ]}
      />
    </PanelSection>
  );
}

const MAIL_TONES: Record<Return['mails'][number]['state'], Tone> = {
  waiting: 'waiting',
  sending: 'moving',
  sent: 'done',
  failed: 'broken',
  kept: 'closed',
  unsubscribed: 'closed',
  dropped: 'closed',
};

/** The emails to the customer, each with its text. */
function Mails({ one }: { one: Return }) {
  const { t } = useTranslation('returns');
  const { dateTime } = useFormats();
  const [shown, setShown] = useState<string>();
  if (one.mails.length === 0) return null;
  return (
    <PanelSection title={t('mail.section')}>
      <ul className={classes.mails}>
        {one.mails.map((mail) => (
          <li key={mail.kind} className={classes.mail}>
            <div className={classes.mailHead}>
              <strong>{t(`mail.kind.${mail.kind}`)}</strong>
              <StatusBadge tone={MAIL_TONES[mail.state]} label={t(`mail.state.${mail.state}`)} />
              {mail.sent_at ? <span className={classes.quiet}>{dateTime(mail.sent_at)}</span> : null}
              <Button
                size="compact-xs"
                variant="default"
                aria-expanded={shown === mail.kind}
                onClick={() => setShown((now) => (now === mail.kind ? undefined : mail.kind))}
              >
                {t(shown === mail.kind ? 'mail.hide' : 'mail.show')}
              </Button>
            </div>
            {mail.reason ? <p className={classes.quiet}>{mail.reason}</p> : null}
            {shown === mail.kind ? <SentMail one={one} kind={mail.kind} /> : null}
          </li>
        ))}
      </ul>
    </PanelSection>
  );
}

function SentMail({ one, kind }: { one: Return; kind: Return['mails'][number]['kind'] }) {
  const preview = useMailPreview(one.return_id, {
    mail: kind,
    ...(kind === 'return_rejected' && one.decision_note ? { note: one.decision_note } : {}),
    ...(kind === 'return_approved' ? { customer_keeps: one.customer_keeps, instructions: one.instructions } : {}),
    ...(kind === 'return_refunded' && one.refund ? { amount: one.refund.amount.amount } : {}),
  });
  return <MailPreview preview={preview} />;
}

/** What happened to the return and who did it, from the order's timeline. */
function History({ one }: { one: Return }) {
  const { t } = useTranslation('returns');
  const { t: words } = useTranslation(['orders', 'orderTimeline']);
  const { data } = useQuery({
    queryKey: queryKeys.detail('orders', one.order_id),
    queryFn: ({ signal }) => api('GET /orders/v5/panel/{order_id}', { params: { order_id: one.order_id }, signal }),
  });
  const events = data?.timeline.filter((event) => isAbout(event, one.name)) ?? [];
  if (events.length === 0) return null;
  return (
    <PanelSection title={t('history')}>
      <Timeline label={t('history')} items={timelineItems(events, words)} />
    </PanelSection>
  );
}
