import { Button, NumberInput, Select, Textarea } from '@mantine/core';
import type { RefundOption } from '@quayside/contracts';
import {
  MOST_REFUND_TEXT,
  REFUND_REASONS,
  type RefundReason,
  type RefundType,
} from '@quayside/contracts/refund-choices.ts';
import { getRefundLimit, getUsualRefund } from '@quayside/contracts/refund-limit.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../../i18n/isolate.ts';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { fieldErrors, formFailure } from '../../../lib/field-errors.ts';
import { moneyField, parseAmount } from '../../../lib/money-text.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import type { TaskProps } from '../use-task.ts';
import classes from './claims.module.css';
import { earliestDeadline } from './labels.ts';
import { PhotoField } from './photos.tsx';
import { usePhotos } from './use-photos.ts';

/** Asks a supplier for a refund or a replacement of items of one of its orders. */
export default function RequestDrawer({ task, open, onClose }: TaskProps<'refund'>) {
  const { t, i18n } = useTranslation(['claims', 'orders']);
  const isRtl = i18n.dir() === 'rtl';
  const { money, date } = useFormats();
  const client = useQueryClient();
  const [asked, setAsked] = useState<Readonly<Record<string, number>>>({});
  const [type, setType] = useState<RefundType>('refund');
  const [reason, setReason] = useState<RefundReason | null>(null);
  const [amount, setAmount] = useState<number | string>('');
  const [text, setText] = useState('');
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const [checked, setChecked] = useState(false);
  // One key for one form: pressing again after a lost answer makes no second request.
  const [key] = useState(() => crypto.randomUUID());
  const upload = usePhotos((name) => t('form.tooLarge', { name }));
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'refund-options', { id: task.orderId }),
    queryFn: ({ signal }) =>
      api('POST /orders/v4/refund/request-type', { body: { order_id: task.orderId }, signal, quiet: true }),
    enabled: open,
  });
  const lines = (data?.items ?? []).filter((line) => line.supplier_order_id === task.supplierOrderId);
  const [first] = lines;
  const canAsk = lines.some((line) => line.problem === null);
  const chosen = lines.filter((line) => (asked[line.line_item_id] ?? 0) > 0);
  const currency = first?.unit_cost?.currency ?? data?.currency ?? 'USD';
  const digits = getDecimals(currency);
  const purchase = data?.supplier_orders.find((one) => one.supplier_order_id === task.supplierOrderId);
  const others = purchase?.other_orders ?? [];
  const wanted = lines.map((line) => ({
    quantity: line.quantity,
    asked: asked[line.line_item_id] ?? 0,
    unit_cost: line.unit_cost?.amount ?? null,
  }));
  const most = getRefundLimit(purchase?.most.amount ?? 0, wanted);
  const usual = getUsualRefund(most, wanted, { isShared: others.length > 0, via: first?.via ?? 'manual' });
  const minor = amount === '' ? usual : (parseAmount(amount, currency) ?? 0);
  const needsPhoto = (first?.needs_photo ?? false) && reason !== null && reason !== 'item_not_received';
  const errors = fieldErrors(failure);
  const deadline = earliestDeadline(chosen.length > 0 ? chosen : lines.slice(0, 1));
  const isLate = deadline !== null && Date.parse(deadline) < Date.now();
  const supplier = first?.source ? connectorName(first.source) : '';

  const wrong = {
    lines: chosen.length === 0 ? t('form.chooseItems') : undefined,
    reason: reason === null ? t('form.chooseReason') : errors.reason?.[0],
    amount:
      type === 'refund' && chosen.length > 0 && (!(minor > 0) || minor > most)
        ? t('form.amountWrong', { sum: money({ amount: most, currency }) })
        : errors.amount?.[0],
    text: text.trim() === '' ? t('form.enterText') : errors.description?.[0],
    photos: needsPhoto && upload.photos.length === 0 ? t('form.photosNeeded') : errors.photo_ids?.[0],
  };

  async function send(): Promise<void> {
    setChecked(true);
    if (reason === null || Object.values({ ...wrong, ...serverless(wrong, errors) }).some(Boolean)) return;
    setBusy(true);
    setFailure(undefined);
    try {
      await api('POST /orders/v4/refund/request', {
        body: {
          order_id: task.orderId,
          line_items: chosen.map((line) => ({ id: line.line_item_id, quantity: asked[line.line_item_id] ?? 1 })),
          type,
          reason,
          ...(type === 'refund' ? { amount: minor } : {}),
          description: text.trim(),
          photo_ids: upload.photos.map((photo) => photo.id),
          idempotency_key: key,
        },
      });
      await client.invalidateQueries({ queryKey: ['orders'] });
      onClose();
    } catch (problem) {
      setFailure(problem);
    } finally {
      setBusy(false);
    }
  }

  const isShown = (field: string) =>
    field.startsWith('line_items') ||
    (field === 'amount' && type === 'refund') ||
    ['reason', 'description', 'photo_ids'].includes(field);
  const named =
    errors.line_items?.[0] ?? Object.entries(errors).find(([field]) => field.startsWith('line_items'))?.[1][0];
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('form.title')}
      width={520}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('orders:dialog.cancel')}
          </Button>
          <Button loading={busy} disabled={!data || upload.busy || !canAsk} onClick={() => void send()}>
            {first?.via === 'supplier' ? t('form.send') : t('form.create')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        {data ? null : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} small />
        ) : (
          <SkeletonBox width="100%" height={280} />
        )}
        {first ? (
          <>
            <p className={classes.quiet}>
              {first.via === 'supplier' ? t('form.viaSupplier', { supplier }) : t('form.viaManual', { supplier })}
            </p>
            {purchase && others.length > 0 ? (
              <p className={classes.shared}>
                {t('form.combined', {
                  orders: others.map((name) => isolated(name, isRtl)).join(', '),
                  sum: isolated(money(purchase.most), isRtl),
                })}
              </p>
            ) : null}
            {deadline ? (
              <p className={isLate ? classes.late : classes.due}>
                {isLate
                  ? t('form.late', { date: date(deadline), supplier })
                  : t('form.deadline', { date: date(deadline) })}
              </p>
            ) : null}
            <fieldset className={classes.field}>
              <legend>{t('form.items')}</legend>
              <ul className={classes.lines}>
                {lines.map((line) => (
                  <Item
                    key={line.line_item_id}
                    line={line}
                    count={asked[line.line_item_id] ?? 0}
                    onChange={(count) => setAsked((now) => ({ ...now, [line.line_item_id]: count }))}
                  />
                ))}
              </ul>
              {(checked && wrong.lines) || named ? (
                <p className={classes.failure} role="alert">
                  {(checked && wrong.lines) || named}
                </p>
              ) : null}
            </fieldset>
            {canAsk ? (
              <>
                <Segmented<RefundType>
                  label={t('form.type')}
                  value={type}
                  onChange={setType}
                  choices={[
                    { value: 'refund', label: t('type.refund') },
                    { value: 'replacement', label: t('type.replacement') },
                  ]}
                />
                <Select
                  label={t('form.reason')}
                  value={reason}
                  onChange={(value) => setReason(value as RefundReason | null)}
                  data={REFUND_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
                  error={checked ? wrong.reason : errors.reason?.[0]}
                  allowDeselect={false}
                />
                {type === 'refund' ? (
                  <NumberInput
                    label={t('form.amount')}
                    description={t('form.amountHelp', { sum: money({ amount: most, currency }) })}
                    value={amount}
                    placeholder={moneyField({ amount: usual, currency })}
                    onChange={setAmount}
                    error={checked || errors.amount ? wrong.amount : undefined}
                    min={0}
                    decimalScale={digits}
                    allowNegative={false}
                    suffix={` ${currency}`}
                    hideControls
                    inputMode="decimal"
                  />
                ) : null}
                <Textarea
                  label={t('form.text')}
                  value={text}
                  onChange={(event) => setText(event.currentTarget.value)}
                  maxLength={MOST_REFUND_TEXT}
                  autosize
                  minRows={3}
                  maxRows={8}
                  error={checked ? wrong.text : errors.description?.[0]}
                />
                <PhotoField
                  upload={upload}
                  needed={needsPhoto}
                  error={checked ? wrong.photos : errors.photo_ids?.[0]}
                />
              </>
            ) : null}
            <Failure text={formFailure(failure, isShown)} />
          </>
        ) : data ? (
          <p className={classes.quiet}>{t('form.nothing')}</p>
        ) : null}
      </div>
    </Drawer>
  );
}

/** What the server said of a field is not said again once the form is sent another time. */
const serverless = (wrong: Record<string, string | undefined>, errors: Record<string, readonly string[]>) => {
  const said = new Set(Object.values(errors).flat());
  return Object.fromEntries(
    Object.entries(wrong).map(([name, text]) => [name, text && said.has(text) ? undefined : text]),
  );
};

function Item({ line, count, onChange }: { line: RefundOption; count: number; onChange(count: number): void }) {
  const { t } = useTranslation('claims');
  const isOpen = line.problem === null;
  return (
    <li className={classes.item}>
      {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
      <label className={classes.pick}>
        <Checkbox
          aria-label={line.title}
          checked={count > 0}
          disabled={!isOpen}
          onChange={(event) => onChange(event.currentTarget.checked ? line.quantity : 0)}
        />
        <ProductPicture src={line.image} alt="" size={40} />
        <span className={classes.words}>
          <span>{line.title}</span>
          <span className={classes.quiet}>{line.problem ? line.problem.text : <bdi>{line.variant_title}</bdi>}</span>
        </span>
      </label>
      {isOpen && line.quantity > 1 && count > 0 ? (
        <NumberInput
          aria-label={t('form.quantity')}
          className={classes.count}
          size="xs"
          value={count}
          min={1}
          max={line.quantity}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={(value) => onChange(Math.min(line.quantity, Math.max(1, Number(value) || 1)))}
        />
      ) : (
        <span className={classes.quiet}>× {line.quantity}</span>
      )}
    </li>
  );
}
