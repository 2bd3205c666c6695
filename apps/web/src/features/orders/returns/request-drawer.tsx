import { Button, NumberInput, Select, Textarea } from '@mantine/core';
import type { ReturnOption } from '@quayside/contracts';
import {
  MOST_RETURN_TEXT,
  RETURN_KINDS,
  RETURN_REASONS,
  type ReturnKind,
  type ReturnReason,
} from '@quayside/contracts/return-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { Problem } from '../panel/problem.tsx';
import { LineRow } from './lines.tsx';
import classes from './returns.module.css';
import { useStep } from './use-step.ts';

interface Props {
  orderId: string;
  open: boolean;
  onClose(): void;
}

const FIELDS: readonly string[] = ['reason', 'customer_note', 'outside_window'];

/** Records what a customer wants to return or exchange. */
export default function ReturnRequestDrawer({ orderId, open, onClose }: Props) {
  const { t } = useTranslation('returns');
  const [asked, setAsked] = useState<Readonly<Record<string, number>>>({});
  const [kind, setKind] = useState<ReturnKind>('refund');
  const [reason, setReason] = useState<ReturnReason | null>(null);
  const [note, setNote] = useState('');
  const [isLateAllowed, setLateAllowed] = useState(false);
  const [checked, setChecked] = useState(false);
  // One key for one form: pressing again after a lost answer records no second return.
  const [key] = useState(() => crypto.randomUUID());
  const step = useStep(onClose, (field) => FIELDS.includes(field) || field.startsWith('lines'));
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'return-options', { orderId }),
    queryFn: ({ signal }) => api('GET /orders/returns/v1/options', { query: { order_id: orderId }, signal }),
    enabled: open,
  });
  const items = data?.items ?? [];
  const chosen = items.filter((item) => (asked[item.line_item_id] ?? 0) > 0);
  const isLate = chosen.some((item) => item.is_outside_window);
  const wrong = {
    lines: chosen.length === 0 ? t('form.chooseItems') : undefined,
    reason: reason === null ? t('form.chooseReason') : undefined,
    late: isLate && !isLateAllowed ? t('form.allowLate') : undefined,
  };

  function send(): void {
    setChecked(true);
    if (reason === null || wrong.lines || wrong.late) return;
    void step.send(async () => {
      const made = await api('POST /orders/returns/v1', {
        body: {
          order_id: orderId,
          kind,
          reason,
          customer_note: note.trim(),
          lines: chosen.map((item) => ({
            line_item_id: item.line_item_id,
            quantity: asked[item.line_item_id] ?? 1,
          })),
          outside_window: isLate && isLateAllowed,
          idempotency_key: key,
        },
        quiet: true,
      });
      toast('success', t('form.done', { name: made.name }));
    });
  }

  const lineError = (item: ReturnOption) => {
    const at = chosen.indexOf(item);
    return at < 0 ? undefined : (step.error(`lines.${at}.quantity`) ?? step.error(`lines.${at}.line_item_id`));
  };
  const lateError = step.error('outside_window') ?? (checked ? wrong.late : undefined);
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
            {t('cancel')}
          </Button>
          <Button loading={step.busy} disabled={!data || data.problem !== null} onClick={send}>
            {t('form.verb')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        {data ? null : error ? (
          <ErrorState error={error} onRetry={() => void refetch()} small />
        ) : (
          <SkeletonBox width="100%" height={320} />
        )}
        {data?.problem ? <Problem problem={data.problem} warning /> : null}
        {data && items.length > 0 ? (
          <>
            <fieldset className={classes.field}>
              <legend>{t('items')}</legend>
              <ul className={classes.lines}>
                {items.map((item) => (
                  <li key={item.line_item_id}>
                    <Option
                      item={item}
                      count={asked[item.line_item_id] ?? 0}
                      error={lineError(item)}
                      onChange={(count) => setAsked((now) => ({ ...now, [item.line_item_id]: count }))}
                    />
                  </li>
                ))}
              </ul>
              {(checked && wrong.lines) || step.error('lines') ? (
                <p className={classes.failure} role="alert">
                  {(checked && wrong.lines) || step.error('lines')}
                </p>
              ) : null}
            </fieldset>
            {isLate ? (
              <div className={classes.form}>
                {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
                <label className={classes.check}>
                  <Checkbox
                    aria-label={t('form.late')}
                    checked={isLateAllowed}
                    onChange={(event) => setLateAllowed(event.currentTarget.checked)}
                  />
                  <span>{t('form.late')}</span>
                </label>
                {lateError ? (
                  <p className={classes.failure} role="alert">
                    {lateError}
                  </p>
                ) : null}
              </div>
            ) : null}
            <fieldset className={classes.field}>
              <legend>{t('form.kind')}</legend>
              <Segmented<ReturnKind>
                label={t('form.kind')}
                value={kind}
                onChange={setKind}
                choices={RETURN_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
              />
            </fieldset>
            <Select
              label={t('column.reason')}
              placeholder={t('form.reasonPlaceholder')}
              value={reason}
              onChange={(value) => setReason(value as ReturnReason | null)}
              data={RETURN_REASONS.map((value) => ({ value, label: t(`reason.${value}`) }))}
              error={step.error('reason') ?? (checked ? wrong.reason : undefined)}
              allowDeselect={false}
            />
            <Textarea
              label={t('customerNote')}
              description={t('form.noteHelp')}
              value={note}
              onChange={(event) => setNote(event.currentTarget.value)}
              maxLength={MOST_RETURN_TEXT}
              autosize
              minRows={2}
              maxRows={8}
              error={step.error('customer_note')}
            />
            <p className={classes.quiet}>{t('form.next')}</p>
          </>
        ) : null}
        <Failure text={step.failure} />
      </div>
    </Drawer>
  );
}

interface OptionProps {
  item: ReturnOption;
  count: number;
  error: string | undefined;
  onChange(count: number): void;
}

/** One item: chosen or not, and how many of those that can be returned. */
function Option({ item, count, error, onChange }: OptionProps) {
  const { t } = useTranslation('returns');
  const { date } = useFormats();
  const isOpen = item.returnable > 0;
  const until = item.window_ends_at ? date(item.window_ends_at) : '';
  const note = !isOpen
    ? t('form.notReturnable')
    : item.is_outside_window
      ? t('form.over', { date: until })
      : item.window_ends_at
        ? t('form.until', { date: until })
        : undefined;
  const name = item.variant_title ? `${item.title} (${item.variant_title})` : item.title;
  return (
    <LineRow
      line={item}
      note={
        note || error ? (
          <>
            <span className={isOpen && item.is_outside_window ? classes.late : undefined}>{note}</span>
            {error ? (
              <span className={classes.failure} role="alert">
                {error}
              </span>
            ) : null}
          </>
        ) : undefined
      }
      before={
        <Checkbox
          aria-label={name}
          checked={count > 0}
          disabled={!isOpen}
          onChange={(event) => onChange(event.currentTarget.checked ? item.returnable : 0)}
        />
      }
    >
      {isOpen && count > 0 ? (
        <NumberInput
          aria-label={t('form.quantity', { name })}
          className={classes.count}
          size="xs"
          value={count}
          min={1}
          max={item.returnable}
          clampBehavior="strict"
          allowDecimal={false}
          onChange={(value) => onChange(Math.min(item.returnable, Math.max(1, Number(value) || 1)))}
        />
      ) : (
        <span className={classes.quiet}>{t('form.of', { returnable: item.returnable, total: item.quantity })}</span>
      )}
    </LineRow>
  );
}
