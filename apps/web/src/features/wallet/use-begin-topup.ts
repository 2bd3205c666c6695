import { useEffect, useRef, useState } from 'react';
import { api, type CallData, errorText } from '../../lib/api.ts';
import { leaveFor } from '../../lib/session.ts';
import { openPaymentWindow, usePaymentBehavior } from './use-payment-behavior.ts';
import { useTopup } from './use-topup.ts';

interface Wanted {
  /** USD cents. */
  amount: number;
  provider?: string | undefined;
  /** The page that the provider leads back to; absent: the wallet. */
  returnPath?: string;
  /** Called before the browser leaves for the provider's page, with the top-up's id. */
  onLeave?(topupId: string): void;
}

/**
 * Begins top-ups: accepts the terms where they are not accepted yet, waits for the provider's page, and opens it in this window or in one
 * of its own.
 */
export function useBeginTopup(wallet: Pick<CallData<'GET /payments/user/wallets'>, 'policy_accepted'> | undefined) {
  const [failure, setFailure] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const [started, setStarted] = useState<{ id: string; wanted: Wanted }>();
  // The payment page may have a window of its own; this screen then waits for the result.
  const popup = useRef<Window | null>(null);
  const [inPopup, setInPopup] = useState<string>();
  // One key per intent: a second click, or a click after a lost answer, begins nothing new.
  const intent = useRef<{ name: string; key: string }>(undefined);
  const behavior = usePaymentBehavior();
  const state = useTopup(started?.id);

  useEffect(() => {
    if (!started || !state) return;
    if (state.state === 'open' && state.confirmation_url) {
      if (!popup.current || popup.current.closed) {
        started.wanted.onLeave?.(started.id);
        leaveFor(state.confirmation_url);
        return;
      }
      popup.current.location.assign(state.confirmation_url);
      popup.current = null;
      setInPopup(started.id);
    } else if (state.state === 'failed') popup.current?.close();
    else return;
    intent.current = undefined;
    setBusy(false);
    setStarted(undefined);
  }, [started, state]);

  async function begin(wanted: Wanted): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    // Opened by the press itself: browsers block a window that opens later.
    popup.current = behavior === 'popup' ? openPaymentWindow() : null;
    const { amount, provider, returnPath } = wanted;
    const name = JSON.stringify([amount, provider, returnPath]);
    if (intent.current?.name !== name) intent.current = { name, key: crypto.randomUUID() };
    try {
      if (!wallet?.policy_accepted) await api('POST /payments/user/wallets/accept-policy', { body: {}, quiet: true });
      const begun = await api('POST /payments/user/wallets/topup', {
        body: {
          amount,
          ...(provider ? { provider } : {}),
          idempotency_key: intent.current.key,
          ...(returnPath ? { return_path: returnPath } : {}),
        },
        quiet: true,
      });
      setStarted({ id: begun.topup_id, wanted });
    } catch (error) {
      popup.current?.close();
      setFailure(errorText(error));
      setBusy(false);
    }
  }
  return {
    begin,
    isBusy,
    failure,
    /** The top-up whose payment page is open in a window of its own. */
    inPopup,
    forget: () => setInPopup(undefined),
  };
}
