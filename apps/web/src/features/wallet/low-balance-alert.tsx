import { Button, NumberInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import classes from './wallet.module.css';

const MOST = 10_000;

/** Below which amount people are told that the wallet runs low; the owner chooses. */
export function LowBalanceAlert({ wallet }: { wallet: CallData<'GET /payments/user/wallets'> }) {
  const { t } = useTranslation('wallet');
  const queries = useQueryClient();
  const kept = wallet.low_at ? wallet.low_at.amount / 100 : '';
  const [mark, setMark] = useState<number | string>(kept);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();

  async function save(event: FormEvent): Promise<void> {
    event.preventDefault();
    setBusy(true);
    setFailure(undefined);
    try {
      const amount = mark === '' ? null : Math.round(Number(mark) * 100);
      await api('PUT /payments/user/wallets/low-mark', { body: { amount } });
      await queries.invalidateQueries({ queryKey: queryKeys.part('wallet', 'balances') });
    } catch (error) {
      setFailure(errorText(error));
    } finally {
      setBusy(false);
    }
  }

  return (
    <section className={classes.card} aria-labelledby="wallet-low">
      <h2 id="wallet-low" className={classes.heading}>
        {t('low.title')}
      </h2>
      <form className={classes.low} onSubmit={(event) => void save(event)}>
        <NumberInput
          label={t('low.label')}
          value={mark}
          onChange={setMark}
          min={0.01}
          max={MOST}
          decimalScale={2}
          allowNegative={false}
          prefix="$"
          hideControls
          inputMode="decimal"
          className={classes.mark}
          error={failure}
        />
        <Button type="submit" variant="default" loading={busy} disabled={mark === kept}>
          {t('low.save')}
        </Button>
      </form>
      <p className={classes.quiet}>{t('low.note')}</p>
    </section>
  );
}
