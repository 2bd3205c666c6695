import { Button } from '@mantine/core';
import type { SupplierOrderView } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { SettingButtons, settingForm } from '../../../kit/setting-card.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { moneyField } from '../../../lib/money-text.ts';
import { toast } from '../../../lib/toasts.ts';
import { useForm } from '../../../lib/use-form.ts';
import { EMPTY_PURCHASE, PurchaseFields, toPurchase } from './purchase-fields.tsx';

/** Changes number, cost and tracking of a purchase that was made at a marketplace. */
export function PurchaseDialog({ purchase, onClose }: { purchase: SupplierOrderView; onClose(): void }) {
  const { t } = useTranslation(['orders', 'common']);
  const client = useQueryClient();
  const [draft, setDraft] = useState({
    ...EMPTY_PURCHASE,
    orderNo: purchase.order_no ?? '',
    currency: (purchase.items_cost ?? purchase.shipping_cost)?.currency ?? EMPTY_PURCHASE.currency,
    items: moneyField(purchase.items_cost),
    shipping: moneyField(purchase.shipping_cost),
  });
  const form = useForm(async () => {
    await api('PUT /orders/order_no/update', {
      body: { order_id: purchase.order_id, supplier_order_id: purchase.id, ...toPurchase(draft) },
      quiet: true,
    });
    await client.invalidateQueries({ queryKey: ['orders'] });
    toast('success', t('manual.saved'));
    onClose();
  });
  return (
    <Dialog
      open
      onClose={onClose}
      busy={form.busy}
      title={t('manual.editTitle', { name: connectorName(purchase.source) })}
    >
      <form noValidate className={settingForm()} onSubmit={form.submit}>
        <PurchaseFields
          value={draft}
          onChange={(patch) => setDraft((now) => ({ ...now, ...patch }))}
          error={form.error}
        />
        <Failure text={form.failure} />
        <SettingButtons>
          <Button type="submit" loading={form.busy} disabled={draft.orderNo.trim() === ''}>
            {t('manual.save')}
          </Button>
          <Button variant="subtle" onClick={onClose} disabled={form.busy}>
            {t('common:cancel')}
          </Button>
        </SettingButtons>
      </form>
    </Dialog>
  );
}
