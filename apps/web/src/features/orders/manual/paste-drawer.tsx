import { Button, NativeSelect, Textarea } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { ApiError, api, errorText } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { toast } from '../../../lib/toasts.ts';
import type { TaskProps } from '../use-task.ts';
import classes from './manual.module.css';
import { isManualSource, MANUAL_SOURCES, type ManualSource } from './marketplaces.ts';
import { parsePaste } from './parse-paste.ts';
import { type CheckedRows, type PasteResult, refusedRows, toSave } from './pasted-rows.ts';

/** The server checks this many rows at once. */
const BATCH = 500;
const TONES = { recorded: 'done', changed: 'moving', refused: 'broken' } as const;

async function send(items: CheckedRows['items'], dryRun: boolean): Promise<PasteResult[]> {
  const results: PasteResult[] = [];
  for (let at = 0; at < items.length; at += BATCH) {
    const answer = await api('POST /orders/v5/manual-purchases', {
      body: { dry_run: dryRun, items: items.slice(at, at + BATCH) },
      quiet: true,
    });
    results.push(...answer.items.map((one) => ({ ...one, row: one.row + at })));
  }
  return results;
}

/** Records many purchases made at marketplaces from a pasted table: checked first, then saved row by row. */
export default function PasteDrawer({ open, onClose }: TaskProps<'paste'>) {
  const { t } = useTranslation(['orders', 'orderDecisions']);
  const client = useQueryClient();
  const [text, setText] = useState('');
  const [source, setSource] = useState<ManualSource>('aliexpress');
  const [checked, setChecked] = useState<CheckedRows>();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const good = checked?.results.filter((one) => one.status !== 'refused').length ?? 0;

  async function run(work: () => Promise<void>): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      await work();
    } catch (error) {
      const field = error instanceof ApiError ? Object.entries(error.errors)[0] : undefined;
      const at = field ? /^items\.(\d+)\.(\w+)/.exec(field[0]) : null;
      setFailure(
        at
          ? t('orderDecisions:paste.rowError', { row: Number(at[1]) + 1, column: at[2], reason: field?.[1][0] })
          : errorText(error),
      );
    } finally {
      setBusy(false);
    }
  }
  const check = () =>
    run(async () => {
      const items = parsePaste(text, source);
      if (items.length === 0) return setFailure(t('orderDecisions:paste.nothing'));
      setChecked({ items, results: await send(items, true) });
    });
  const save = () =>
    run(async () => {
      if (!checked) return;
      const results = await send(toSave(checked), false);
      await client.invalidateQueries({ queryKey: ['orders'] });
      const saved = results.filter((one) => one.status !== 'refused').length;
      if (saved > 0) toast('success', t('orderDecisions:paste.saved', { count: saved }));
      const left = refusedRows(checked, results);
      if (left.items.length === 0) return onClose();
      setChecked(left);
    });

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('paste.title')}
      width={720}
      closeOnOverlay={text === ''}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          {checked ? (
            <Button loading={busy} disabled={good === 0} onClick={() => void save()}>
              {t('orderDecisions:paste.save', { count: good })}
            </Button>
          ) : (
            <Button loading={busy} disabled={text.trim() === ''} onClick={() => void check()}>
              {t('orderDecisions:paste.check')}
            </Button>
          )}
        </>
      }
    >
      <div className={classes.page}>
        <p className={classes.quiet}>{t('orderDecisions:paste.text')}</p>
        <NativeSelect
          label={t('manual.source')}
          description={t('orderDecisions:paste.sourceHelp')}
          value={source}
          onChange={(event) => {
            const next = event.currentTarget.value;
            if (isManualSource(next)) setSource(next);
            setChecked(undefined);
          }}
          data={MANUAL_SOURCES.map((one) => ({ value: one, label: connectorName(one) }))}
        />
        <Textarea
          label={t('orderDecisions:paste.rows')}
          description={
            <span dir="ltr">
              order, order_no, carrier, tracking_number, tracking_url, sku, source, cost, shipping, currency
            </span>
          }
          value={text}
          onChange={(event) => {
            setText(event.currentTarget.value);
            setChecked(undefined);
          }}
          autosize
          minRows={6}
          maxRows={14}
          dir="ltr"
          data-autofocus
        />
        {failure ? (
          <p className={classes.failure} role="alert">
            {failure}
          </p>
        ) : null}
        {checked ? (
          <ol className={classes.results} aria-label={t('orderDecisions:paste.results')}>
            {checked.results.map((one) => {
              const item = checked.items[one.row];
              return (
                <li key={one.row} className={classes.result}>
                  <span>
                    <bdi>{item?.order}</bdi> · {item ? connectorName(item.source) : null} <bdi>{item?.order_no}</bdi>
                    {item?.tracking_number ? (
                      <>
                        {' · '}
                        <bdi>{item.tracking_number}</bdi>
                      </>
                    ) : null}
                  </span>
                  <StatusBadge tone={TONES[one.status]} label={t(`orderDecisions:paste.status.${one.status}`)} />
                  {one.problem ? <span className={classes.reason}>{one.problem.text}</span> : null}
                </li>
              );
            })}
          </ol>
        ) : null}
      </div>
    </Drawer>
  );
}
