import { Button, Checkbox, NumberInput, Radio, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import type { ReturnFigures } from '@quayside/contracts';
import type { ReturnRefundMethod } from '@quayside/contracts/return-choices.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { Money } from '../../../kit/money.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { moneyField, parseAmount } from '../../../lib/money-text.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Problem } from '../panel/problem.tsx';
import { isSent, MailPreview, useMailPreview } from './mail-preview.tsx';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useStep } from './use-step.ts';

const FIELDS: readonly string[] = ['amount', 'method', 'note', 'restock'];
const WAIT_MS = 400;

/** Refunds the customer: every figure of the sum, how it is paid back, and the sum in the button. */
export default function RefundDrawer({ one, open, onClose }: ReturnTaskProps) {
  const { t } = useTranslation('returns');
  const { money, percent } = useFormats();
  const { currency } = one.value;
  const digits = getDecimals(currency);
  const [withShipping, setWithShipping] = useState(false);
  /** undefined: what the return policy suggests. */
  const [fee, setFee] = useState<number | string>();
  const [typed, setTyped] = useState<number | string>('');
  const [picked, setPicked] = useState<ReturnRefundMethod>();
  const [restock, setRestock] = useState(false);
  const [note, setNote] = useState('');
  const [showsMail, setShowsMail] = useState(false);
  const [checked, setChecked] = useState(false);
  const step = useStep(onClose, (field) => FIELDS.includes(field));
  const [asked] = useDebouncedValue(
    JSON.stringify({
      with_shipping: withShipping,
      ...(fee === undefined ? {} : { restocking_fee: parseAmount(fee, currency) ?? 0 }),
    }),
    WAIT_MS,
  );
  const figures = useQuery({
    queryKey: queryKeys.part('orders', 'return-figures', { id: one.return_id, asked }),
    queryFn: ({ signal }) =>
      api('POST /orders/returns/v1/detail/{return_id}/figures', {
        params: { return_id: one.return_id },
        body: JSON.parse(asked) as { with_shipping: boolean; restocking_fee?: number },
        signal,
        quiet: true,
      }),
    enabled: open,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const { data } = figures;
  const amount = typed === '' ? (data?.amount.amount ?? 0) : (parseAmount(typed, currency) ?? 0);
  const sum = { amount, currency };
  const method = picked ?? data?.methods[0];
  const left = method === 'outside' ? null : (data?.left ?? null);
  const most = left?.amount;
  const tooMuch = most !== undefined && amount > most;
  const isNothing = data !== undefined && !figures.isPlaceholderData && amount <= 0;
  const amountError =
    amount <= 0 ? t('refund.enterAmount') : tooMuch ? t('refund.tooHigh', { sum: money(left) }) : undefined;
  const preview = useMailPreview(one.return_id, { mail: 'return_refunded', amount }, open && amount > 0);
  const canRestock = !one.customer_keeps && method !== undefined && method !== 'outside';

  function send(): void {
    setChecked(true);
    if (!method || amountError) return;
    const body = { amount, method, restock: canRestock && restock, note: note.trim() };
    const call = { params: { return_id: one.return_id }, body, quiet: true };
    void step.send(() => api('POST /orders/returns/v1/detail/{return_id}/refund', call));
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('refund.title', { name: one.name })}
      width={520}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={step.busy} disabled={!method || amount <= 0 || figures.isPlaceholderData} onClick={send}>
            {t(method === 'gateway' ? 'refund.verb' : 'refund.verbRecord', { sum: money(sum) })}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        {data ? null : figures.error ? (
          <ErrorState error={figures.error} onRetry={() => void figures.refetch()} small />
        ) : (
          <SkeletonBox width="100%" height={360} />
        )}
        {data ? (
          <>
            {data.problem ? <Problem problem={data.problem} warning /> : null}
            <div className={classes.pair}>
              <Checkbox
                label={t('refund.withShipping')}
                checked={withShipping}
                onChange={(event) => setWithShipping(event.currentTarget.checked)}
                className={classes.middle}
              />
              <NumberInput
                label={t('refund.fee')}
                description={
                  data.restocking_percent
                    ? t('refund.feeNote', { percent: percent(data.restocking_percent / 100) })
                    : undefined
                }
                value={fee ?? (data.restocking_fee.amount > 0 ? moneyField(data.restocking_fee) : '')}
                onChange={setFee}
                min={0}
                decimalScale={digits}
                allowNegative={false}
                suffix={` ${currency}`}
                hideControls
                inputMode="decimal"
              />
            </div>
            <Sums figures={data} stale={figures.isPlaceholderData} />
            <NumberInput
              label={t('refund.amount')}
              description={left ? t('refund.left', { sum: money(left) }) : undefined}
              value={typed}
              placeholder={moneyField(data.amount)}
              onChange={setTyped}
              min={0}
              decimalScale={digits}
              allowNegative={false}
              suffix={` ${currency}`}
              hideControls
              inputMode="decimal"
              error={step.error('amount') ?? (checked || tooMuch || isNothing ? amountError : undefined)}
            />
            <Radio.Group
              label={t('refund.method')}
              value={method ?? ''}
              onChange={(value) => setPicked(value as ReturnRefundMethod)}
              error={step.error('method')}
            >
              <div className={classes.options}>
                {data.methods.map((value) => (
                  <Radio
                    key={value}
                    value={value}
                    label={t(`refund.how.${value}`)}
                    description={t(`refund.about.${value}`, { store: one.store_name ?? '' })}
                  />
                ))}
              </div>
            </Radio.Group>
            {canRestock ? (
              <Checkbox
                label={t('refund.restock')}
                description={t('refund.restockNote')}
                checked={restock}
                onChange={(event) => setRestock(event.currentTarget.checked)}
              />
            ) : null}
            <TextInput
              label={t(method === 'outside' ? 'refund.paidHow' : 'refund.reason')}
              value={note}
              maxLength={200}
              onChange={(event) => setNote(event.currentTarget.value)}
              error={step.error('note')}
            />
            <p className={classes.quiet}>{t(method === 'gateway' ? 'refund.final' : 'refund.recordedFinal')}</p>
            <Failure text={step.failure} />
            <div>
              <Button size="xs" variant="default" aria-expanded={showsMail} onClick={() => setShowsMail((now) => !now)}>
                {t(showsMail ? 'mail.hide' : isSent(preview.data) ? 'refund.mailSent' : 'refund.mailKept')}
              </Button>
            </div>
            {showsMail ? <MailPreview preview={preview} /> : null}
          </>
        ) : null}
      </div>
    </Drawer>
  );
}

/** The parts of the proposed sum. */
function Sums({ figures, stale }: { figures: ReturnFigures; stale: boolean }) {
  const { t } = useTranslation('returns');
  const { restocking_fee: kept } = figures;
  const fee = kept.amount === 0 ? kept : { ...kept, amount: -kept.amount };
  const rows = [
    ['items', figures.items],
    ['tax', figures.tax],
    ['shipping', figures.shipping],
    ['restockingFee', fee],
  ] as const;
  return (
    <dl className={classes.sums} data-stale={stale || undefined} aria-label={t('refund.sums')}>
      {rows.map(([key, value]) => (
        <div key={key} className={classes.sum}>
          <dt>{t(`refund.part.${key}`)}</dt>
          <dd>
            <Money value={value} />
          </dd>
        </div>
      ))}
      <div className={classes.sum} data-total>
        <dt>{t('refund.proposed')}</dt>
        <dd>
          <Money value={figures.amount} strong />
        </dd>
      </div>
      {figures.paid && figures.left ? (
        <>
          <div className={classes.sum}>
            <dt>{t('refund.paid')}</dt>
            <dd>
              <Money value={figures.paid} />
            </dd>
          </div>
          <div className={classes.sum}>
            <dt>{t('refund.leftRow')}</dt>
            <dd>
              <Money value={figures.left} />
            </dd>
          </div>
        </>
      ) : null}
    </dl>
  );
}
