import { Button, Checkbox, NativeSelect, NumberInput } from '@mantine/core';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { leaveFor } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { PaymentBehavior } from './payment-behavior.tsx';
import { openPaymentWindow, usePaymentBehavior } from './use-payment-behavior.ts';
import { useTopup } from './use-topup.ts';
import classes from './wallet.module.css';

/** USD cents, as the contract offers them. */
const PRESETS = [2_000, 5_000, 10_000, 25_000] as const;
const LEAST = 500;
const MOST = 1_000_000;

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
  const [failure, setFailure] = useState<string>();
  const [busy, setBusy] = useState(false);
  // One key per intent: a second click, or a click after a lost answer, begins nothing new.
  const key = useRef(crypto.randomUUID());
  const [started, setStarted] = useState<string>();
  // The payment page may have a window of its own; this screen then waits for the result.
  const popup = useRef<Window | null>(null);
  const behavior = usePaymentBehavior();
  const [inPopup, setInPopup] = useState<string>();
  const shown = inPopup ?? backFrom;
  const state = useTopup(started ?? shown);
  const usd = (cents: number) => ({ amount: cents, currency: 'USD' });
  const inRange = amount >= LEAST && amount <= MOST;

  useEffect(() => {
    if (started && state?.state === 'open' && state.confirmation_url) {
      if (!popup.current || popup.current.closed) return leaveFor(state.confirmation_url);
      popup.current.location.assign(state.confirmation_url);
      popup.current = null;
      setInPopup(started);
      setBusy(false);
      setStarted(undefined);
      key.current = crypto.randomUUID();
    }
    if (started && state?.state === 'failed') {
      popup.current?.close();
      setBusy(false);
      setStarted(undefined);
      key.current = crypto.randomUUID();
    }
  }, [started, state]);

  async function begin(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    // Opened by the press itself: browsers block a window that opens later.
    popup.current = behavior === 'popup' ? openPaymentWindow() : null;
    try {
      if (!wallet.policy_accepted) await api('POST /payments/user/wallets/accept-policy', { body: {}, quiet: true });
      const begun = await api('POST /payments/user/wallets/topup', {
        body: { amount, provider, idempotency_key: key.current },
        quiet: true,
      });
      setStarted(begun.topup_id);
    } catch (error) {
      popup.current?.close();
      setFailure(errorText(error));
      setBusy(false);
    }
  }

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
      {shown && state && !started ? (
        <div className={classes.outcome} role="status">
          <StatusBadge
            tone={TONES[state.state] ?? 'waiting'}
            label={t(
              `topup.state.${state.state === 'paid' || state.state === 'expired' || state.state === 'failed' ? state.state : 'open'}`,
            )}
            filled
          />
          <span>{money(state.amount)}</span>
          <Button
            variant="subtle"
            size="compact-sm"
            onClick={() => {
              setInPopup(undefined);
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
          min={LEAST / 100}
          max={MOST / 100}
          decimalScale={2}
          prefix="$"
          hideControls
          error={inRange ? undefined : t('topup.range', { least: money(usd(LEAST)), most: money(usd(MOST)) })}
        />
      </fieldset>
      {wallet.providers.length > 1 ? (
        <NativeSelect
          className={classes.own}
          label={t('topup.provider')}
          value={provider}
          onChange={(event) => {
            setProvider(event.currentTarget.value);
            key.current = crypto.randomUUID();
          }}
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
      {failure ? (
        <p className={classes.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <div>
        <Button onClick={() => void begin()} loading={busy} disabled={!inRange || !agreed}>
          {t('topup.verb', { amount: money(usd(amount)) })}
        </Button>
      </div>
      <PaymentBehavior />
      <p className={classes.quiet}>{wallet.is_sandbox ? t('topup.sandboxNote') : t('topup.note')}</p>
    </section>
  );
}
