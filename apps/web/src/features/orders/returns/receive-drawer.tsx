import { Button, NumberInput, Select } from '@mantine/core';
import { RETURN_DISPOSITIONS, type ReturnDisposition } from '@quayside/contracts/return-choices.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import { LineRow } from './lines.tsx';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useStep } from './use-step.ts';

interface Arrival {
  received: number;
  disposition: ReturnDisposition | null;
}

/** Records which items arrived and what happened to them. */
export default function ReceiveDrawer({ one, open, onClose }: ReturnTaskProps) {
  const { t } = useTranslation('returns');
  const [arrivals, setArrivals] = useState<readonly Arrival[]>(() =>
    one.lines.map((line) => ({ received: line.quantity, disposition: null })),
  );
  const [checked, setChecked] = useState(false);
  const step = useStep(onClose, (field) => /^lines\.\d+\.(received|disposition)$/.test(field));
  const change = (at: number, part: Partial<Arrival>) =>
    setArrivals((now) => now.map((each, index) => (index === at ? { ...each, ...part } : each)));
  // The first choice counts for all items that have none yet: a parcel is mostly treated as a whole.
  const choose = (at: number, disposition: ReturnDisposition | null) =>
    setArrivals((now) =>
      now.map((each, index) => (index === at || each.disposition === null ? { ...each, disposition } : each)),
    );
  const isWhole = arrivals.every((each) => each.received === 0 || each.disposition !== null);
  const hasNone = arrivals.every((each) => each.received === 0);
  function send(): void {
    setChecked(true);
    if (!isWhole) return;
    const lines = one.lines.map((line, at) => {
      const { received = 0, disposition = null } = arrivals[at] ?? {};
      return { line_item_id: line.line_item_id, received, disposition: received > 0 ? disposition : null };
    });
    const call = { params: { return_id: one.return_id }, body: { lines }, quiet: true };
    void step.send(() => api('POST /orders/returns/v1/detail/{return_id}/receive', call));
  }
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('receive.title', { name: one.name })}
      width={520}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button loading={step.busy} onClick={send}>
            {t('receive.verb')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        <p className={classes.plain}>{t('receive.text')}</p>
        <ul className={classes.lines}>
          {one.lines.map((line, at) => {
            const { received = 0, disposition = null } = arrivals[at] ?? {};
            const missing = checked && received > 0 && disposition === null ? t('receive.choose') : undefined;
            return (
              <li key={line.line_item_id} className={classes.arrival}>
                <LineRow line={line} note={t('receive.expected', { total: line.quantity })} />
                <div className={classes.pair}>
                  <NumberInput
                    label={t('receive.received')}
                    value={received}
                    min={0}
                    max={line.quantity}
                    clampBehavior="strict"
                    allowDecimal={false}
                    allowNegative={false}
                    onChange={(value) =>
                      change(at, { received: Math.min(line.quantity, Math.max(0, Number(value) || 0)) })
                    }
                    error={step.error(`lines.${at}.received`)}
                  />
                  {received > 0 ? (
                    <Select
                      label={t('receive.disposition')}
                      placeholder={t('receive.placeholder')}
                      value={disposition}
                      data={RETURN_DISPOSITIONS.map((value) => ({ value, label: t(`disposition.${value}`) }))}
                      allowDeselect={false}
                      onChange={(value) => choose(at, value as ReturnDisposition | null)}
                      error={step.error(`lines.${at}.disposition`) ?? missing}
                    />
                  ) : null}
                </div>
              </li>
            );
          })}
        </ul>
        {hasNone ? <p className={classes.quiet}>{t('receive.nothing')}</p> : null}
        <Failure text={step.failure} />
      </div>
    </Drawer>
  );
}
