import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useTask } from '../use-task.ts';
import { takeIntent } from './topup-intent.ts';

/** `?topup=<id>` is how the payment provider leads back: the placing that the top-up was for goes on. */
export function useResumedPlacing(): void {
  const { topup } = useSearch({ strict: false });
  const navigate = useNavigate();
  const begin = useTask();
  useEffect(() => {
    if (typeof topup !== 'string') return;
    const intent = takeIntent(topup);
    // Back in another browser: the wallet says whether the money is there.
    if (!intent) {
      void navigate({ to: '/app/setting/wallet', search: { topup }, replace: true });
      return;
    }
    void navigate({
      to: '/app/orders',
      search: (before) => ({ ...before, topup: undefined, cancelled: undefined }),
      replace: true,
    });
    begin({
      kind: 'place',
      orderIds: intent.orderIds,
      ...(intent.lineIds ? { lineIds: intent.lineIds } : {}),
      resumed: { topupId: topup, intent },
    });
  }, [topup, navigate, begin]);
}
