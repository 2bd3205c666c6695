import type { OrderDetail, OrderLine } from '@quayside/contracts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Money } from '../../../kit/money.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { shippingWords } from '../labels.ts';
import { ShippingChoice } from '../place/shipping-choice.tsx';
import classes from './panel.module.css';

/** How a line travels, and while it is not placed, the choice among its supplier's services. */
export function LineShipping({ order, line, editable }: { order: OrderDetail; line: OrderLine; editable: boolean }) {
  const { t } = useTranslation('orders');
  const { days } = useFormats();
  const [asked, setAsked] = useState(false);
  const body = { orders: [{ order_id: order.id, line_item_ids: [line.id] }] };
  const { data } = useQuery({
    queryKey: queryKeys.part('orders', 'preview', body),
    queryFn: ({ signal }) => api('POST /orders/v4/preview', { body, signal, quiet: true }),
    enabled: asked,
  });
  const preview = data?.orders[0]?.line_items.find((one) => one.id === line.id);
  if (!editable || !order.actions.includes('update_shipping')) {
    return line.shipping_info ? (
      <>
        <span className={classes.quiet}>{shippingWords(line.shipping_info, days)}</span>
        <span className={classes.supplyEnd}>
          <Money value={line.shipping_info.cost} />
        </span>
      </>
    ) : null;
  }
  async function choose(method: string): Promise<void> {
    const answer = await api('POST /orders/v5/update-multiple-shipping-method', {
      body: { orders: [{ order_id: order.id, line_item_ids: [line.id], shipping_method: method }] },
    });
    const refused = Object.values(answer.failed)[0]?.[0];
    if (refused) toast('error', refused.problem.text);
  }
  return (
    <span className={classes.supplyWide}>
      <ShippingChoice
        label={t('ship.of', { name: line.title })}
        options={preview?.shipping_options}
        pending={asked && (!preview || preview.quotes_pending)}
        value={line.shipping_info?.service_name ?? null}
        chosen={line.shipping_info}
        without={t('ship.cheapest')}
        onOpen={() => setAsked(true)}
        onChange={(method) => void choose(method)}
      />
    </span>
  );
}
