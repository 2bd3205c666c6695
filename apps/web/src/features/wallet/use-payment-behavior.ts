import { useQuery } from '@tanstack/react-query';
import { api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useMay } from '../../lib/use-may.ts';

export const paymentBehaviorKey = queryKeys.part('wallet', 'payment-behavior');

/** How this workspace opens the payment provider's page: in the same window, or in one of its own (calls C252 and C253). */
export function usePaymentBehavior(): 'default' | 'popup' {
  const { may } = useMay();
  const { data } = useQuery({
    queryKey: paymentBehaviorKey,
    queryFn: ({ signal }) => api('GET /orders/v6/payments/setting', { signal }),
    enabled: may('orders.read'),
  });
  return data?.payment_behavior ?? 'default';
}

/** Pixels of a pop-up window, both ways. Source: rule B146. */
export const POPUP_PX = 500;

/** Opens the window that a payment page will be shown in. @returns null where the browser blocks it. */
export const openPaymentWindow = (): Window | null =>
  window.open('about:blank', 'quayside-payment', `popup,width=${POPUP_PX},height=${POPUP_PX}`);
