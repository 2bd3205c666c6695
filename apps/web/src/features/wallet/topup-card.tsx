import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { TOPUP_MAX, TOPUP_MIN } from '@quayside/contracts/topup-limits.ts';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import type { CallData } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { PaymentBehavior } from './payment-behavior.tsx';
import { useBeginTopup } from './use-begin-topup.ts';
import { useTopup } from './use-topup.ts';
import classes from './wallet.module.css';

/** USD cents, as the contract offers them. */
const PRESETS = [2_000, 5_000, 10_000, 25_000] as const;

const TONES: Record<string, Tone> = { paid: 'done', expired: 'closed', failed: 'broken' };

/** Chooses a sum and leads to the provider's page; says how the last top-up stands when the person is back. */
export function TopupCard({ wallet }: { wallet: CallData<'GET /payments/user/wallets'> }) {
  const { t } = useTranslation('wallet');
  const { money } = useFormats();
  const navigate = useNavigate();
  const { topup: backFrom } = useSearch({ from: '/app/setting/wallet' });
  const [amount, setAmount] = useState<number>(PRESETS[1]);
  const [agreed, setAgreed] = useState(wallet.policy_accepted);
  const [provider, setProvider] = useState(wallet.providers[0]?.id);
  const begun = useBeginTopup(wallet);
  const shown = begun.inPopup ?? backFrom;
  const shownState = useTopup(begun.isBusy ? undefined : shown);
  const usd = (cents: number) => ({ amount: cents, currency: 'USD' });
  const inRange = amount >= TOPUP_MIN && amount <= TOPUP_MAX;

  if (!wallet.can_top_up) {
    return (
      <section className={classes.card}>
        <h2 className={classes.heading}>{t('topup.title')}</h2>
        <p className={classes.quiet}>{t('topup.noProvider')}</p>
      </section>
    );
  }
  return (
    <section className={classes.card} aria-labelledby="topup">
      <h2 id="topup" className={classes.heading}>
        {t('topup.title')}
      </h2>
      {shown && shownState ? (
        <div className={classes.outcome} role="status">
          <StatusBadge
            tone={TONES[shownState.state] ?? 'waiting'}
            label={t(
              `topup.state.${shownState.state === 'paid' || shownState.state === 'expired' || shownState.state === 'failed' ? shownState.state : 'open'}`,
            )}
            filled
          />
          <span>{money(shownState.amount)}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              begun.forget();
              void navigate({ to: '/app/setting/wallet' });
            }}
          >
            {t('topup.putAway')}
          </Button>
        </div>
      ) : null}
      <fieldset className={classes.presets} aria-label={t('topup.amount')}>
        {PRESETS.map((cents) => (
          <Button
            key={cents}
            variant={amount === cents ? 'light' : 'default'}
            size="sm"
            aria-pressed={amount === cents}
            onClick={() => setAmount(cents)}
          >
            {money(usd(cents))}
          </Button>
        ))}
        <NumberInput
          className={classes.own}
          aria-label={t('topup.own')}
          value={amount / 100}
          onChange={(value) => setAmount(Math.round(Number(value) * 100))}
          min={TOPUP_MIN / 100}
          max={TOPUP_MAX / 100}
          decimalScale={2}
          prefix="$"
          hideControls
          error={inRange ? undefined : t('topup.range', { least: money(usd(TOPUP_MIN)), most: money(usd(TOPUP_MAX)) })}
        />
      </fieldset>
      {wallet.providers.length > 1 ? (
        <NativeSelect
          className={classes.own}
          label={t('topup.provider')}
          value={provider}
          onChange={(event) => setProvider(event.currentTarget.value)}
          data={wallet.providers.map(({ id, label }) => ({ value: id, label }))}
        />
      ) : null}
      {wallet.policy_accepted ? null : (
        <Checkbox
          checked={agreed}
          onChange={(event) => setAgreed(event.currentTarget.checked)}
          label={t('topup.policy')}
        />
      )}
      {begun.failure ? (
        <p className={classes.failure} role="alert">
          {begun.failure}
        </p>
      ) : null}
      <div>
        <Button
          onClick={() => void begun.begin({ amount, provider })}
          loading={begun.isBusy}
          disabled={!inRange || !agreed}
        >
          {t('topup.verb', { amount: money(usd(amount)) })}
        </Button>
      </div>
      <PaymentBehavior />
      <p className={classes.quiet}>{wallet.is_sandbox ? t('topup.sandboxNote') : t('topup.note')}</p>
    </section>
  );
}
