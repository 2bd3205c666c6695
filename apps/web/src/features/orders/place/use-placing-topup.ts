import { TOPUP_MIN } from '@quayside/contracts/topup-limits.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { session } from '../../../lib/session.ts';
import { useMay } from '../../../lib/use-may.ts';
import { useBeginTopup, useTopup, walletQuery } from '../../wallet/index.ts';
import { type PlaceIntent, saveIntent } from './topup-intent.ts';

interface Input {
  /** Back from the provider's page, with what was about to be placed. */
  resumed: { topupId: string; intent: PlaceIntent } | undefined;
  /** What is about to be placed now; null: its sum is unknown. */
  intent: PlaceIntent | null;
  /** Everything is priced and can go out. */
  isReady: boolean;
  /** The wallet does not hold enough. */
  isShort: boolean;
  /** The top-up is paid: what the wallet holds is to be read again. */
  onPaid(): void;
  /** Places and pays. */
  onGoOn(): void;
}

/** How far the top-up is that the placing waits for. */
export type TopupStatus = 'waiting' | 'ended' | 'changed' | undefined;

/**
 * The top-up inside the placing drawer: the missing sum, rounded up to whole dollars. Once the provider says that it is paid, the
 * orders are placed without another click, unless their total has changed. The return address alone never pays.
 */
export function usePlacingTopup({ resumed, intent, isReady, isShort, onPaid, onGoOn }: Input) {
  const client = useQueryClient();
  const { may } = useMay();
  const { data: wallet } = useQuery({ ...walletQuery, enabled: may('wallet.read') });
  const begun = useBeginTopup(wallet);
  const [popupIntent, setPopupIntent] = useState<PlaceIntent>();
  const [agreed, setAgreed] = useState(false);
  const topupId = begun.inPopup ?? resumed?.topupId;
  const meant = begun.inPopup ? popupIntent : resumed?.intent;
  const state = useTopup(topupId)?.state;
  const seen = useRef<string>(undefined);
  const gone = useRef<string>(undefined);

  useEffect(() => {
    if (state !== 'paid' || !topupId || seen.current === topupId) return;
    seen.current = topupId;
    void client.invalidateQueries({ queryKey: ['wallet'] });
    onPaid();
  }, [state, topupId, client, onPaid]);

  const isSame =
    meant !== undefined &&
    meant.total.amount === intent?.total.amount &&
    meant.total.currency === intent.total.currency;
  const mayGoOn = state === 'paid' && isReady && !isShort && isSame;
  useEffect(() => {
    if (!mayGoOn || !topupId || gone.current === topupId) return;
    gone.current = topupId;
    onGoOn();
  }, [mayGoOn, topupId, onGoOn]);

  const notice: TopupStatus =
    topupId === undefined
      ? undefined
      : state === 'failed' || state === 'expired'
        ? 'ended'
        : state !== 'paid'
          ? 'waiting'
          : isReady && !isShort && !isSame
            ? 'changed'
            : undefined;

  return {
    notice,
    /** Absent where this person cannot top up here. */
    canTopUp: may('wallet.topup') && !session().hidesBilling && wallet?.can_top_up === true,
    needsPolicy: wallet?.policy_accepted === false,
    agreed,
    setAgreed,
    isBusy: begun.isBusy,
    failure: begun.failure,
    /** What is topped up for a missing sum, in USD cents. */
    amountFor: (short: number): number => Math.max(TOPUP_MIN, Math.ceil(short / 100) * 100),
    begin(amount: number): void {
      if (!intent) return;
      setPopupIntent(intent);
      void begun.begin({ amount, returnPath: '/app/orders', onLeave: (id) => saveIntent(id, intent) });
    },
  };
}

export type PlacingTopup = ReturnType<typeof usePlacingTopup>;
