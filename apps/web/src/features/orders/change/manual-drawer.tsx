import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { loadTexts } from '../../../i18n/index.ts';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { fieldErrors, formFailure } from '../../../lib/field-errors.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { installedExtensions } from '../../../lib/outside/extension.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { toast } from '../../../lib/toasts.ts';
import { Checkbox } from '../../../ui/checkbox.tsx';
import { isOpenLine } from '../labels.ts';
import { isManualSource, MANUAL_SOURCES, type ManualSource } from '../manual/marketplaces.ts';
import { EMPTY_PURCHASE, isPurchaseField, PurchaseFields, toPurchase } from '../manual/purchase-fields.tsx';
import type { TaskProps } from '../use-task.ts';
import classes from './change.module.css';

/** Only where the browser has the extension. */
const ManualFulfillment = lazyChunk(async () => {
  const [part] = await Promise.all([import('./manual-fulfillment.tsx'), loadTexts(['extension'])]);
  return { default: part.ManualFulfillment };
});

/** Takes lines out of supplier ordering because the owner sends them, with carrier and number when there are any. */
export default function ManualDrawer({ task, open, onClose }: TaskProps<'manual'>) {
  const { t } = useTranslation('orders');
  const client = useQueryClient();
  const [left, setLeft] = useState<readonly string[]>([]);
  const [source, setSource] = useState<ManualSource | ''>('');
  const [draft, setDraft] = useState(EMPTY_PURCHASE);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>();
  const hasExtension = useSyncExternalStore(installedExtensions.watch, installedExtensions.read).length > 0;
  const { data, refetch } = useQuery({
    queryKey: queryKeys.detail('orders', task.orderId),
    queryFn: ({ signal }) => api('GET /orders/v5/panel/{order_id}', { params: { order_id: task.orderId }, signal }),
    enabled: open,
  });
  const lines = data?.order.line_items.filter(isOpenLine) ?? [];
  const chosen = lines.filter((line) => !left.includes(line.id));
  const purchase = toPurchase(draft);
  const { tracking } = purchase;
  const whole =
    (!tracking || (tracking.carrier !== '' && tracking.number !== '')) && (!source || purchase.order_no !== '');
  const fieldError = (name: string) => fieldErrors(failure)[name]?.[0];
  const problem = formFailure(failure, (field) => isPurchaseField(field, source !== ''));

  async function send(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const chosenIds = chosen.map((line) => line.id);
      if (source)
        await api('PUT /orders/order_no/update', {
          body: { order_id: task.orderId, line_item_ids: chosenIds, source, ...purchase },
          quiet: true,
        });
      else
        await api('PUT /orders/v4/manually-fulfill', {
          body: { order_id: task.orderId, line_item_ids: chosenIds, ...(tracking ? { tracking } : {}) },
          quiet: true,
        });
      await client.invalidateQueries({ queryKey: ['orders'] });
      toast('success', source ? t('manual.saved') : t('manual.done', { count: chosen.length }));
      onClose();
    } catch (error) {
      setFailure(error);
    } finally {
      setBusy(false);
    }
  }

  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('manual.title', { name: data?.order.name ?? '' })}
      width={480}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button loading={busy} disabled={chosen.length === 0 || !whole} onClick={() => void send()}>
            {source ? t('manual.record', { count: chosen.length }) : t('manual.verb', { count: chosen.length })}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        <p className={classes.quiet}>{t(source ? 'manual.boughtText' : 'manual.text')}</p>
        {data ? null : <SkeletonBox width="100%" height={160} />}
        <ul className={classes.lines}>
          {lines.map((line) => (
            <li key={line.id}>
              {/* biome-ignore lint/a11y/noLabelWithoutControl: the checkbox is inside */}
              <label className={classes.pick}>
                <Checkbox
                  aria-label={line.title}
                  checked={!left.includes(line.id)}
                  onChange={(event) =>
                    setLeft((now) =>
                      event.currentTarget.checked ? now.filter((id) => id !== line.id) : [...now, line.id],
                    )
                  }
                />
                <ProductPicture src={line.image} alt="" size={40} />
                <span className={classes.pickWords}>
                  <span>{line.title}</span>
                  <span className={classes.quiet}>
                    {line.quantity} × <bdi>{line.variant_title ?? line.sku}</bdi>
                  </span>
                </span>
              </label>
            </li>
          ))}
        </ul>
        {hasExtension && data ? (
          <Suspense fallback={<SkeletonBox width="100%" height={160} />}>
            <ManualFulfillment
              order={data.order}
              chosen={chosen}
              refresh={async () => (await refetch({ throwOnError: true })).data?.order}
            />
          </Suspense>
        ) : null}
        <NativeSelect
          label={t('manual.source')}
          value={source}
          onChange={(event) => {
            const next = event.currentTarget.value;
            setSource(isManualSource(next) ? next : '');
          }}
          data={[
            { value: '', label: t('manual.ownStock') },
            ...MANUAL_SOURCES.map((one) => ({ value: one, label: connectorName(one) })),
          ]}
        />
        <PurchaseFields
          value={draft}
          hasPurchase={source !== ''}
          onChange={(patch) => setDraft((now) => ({ ...now, ...patch }))}
          error={fieldError}
        />
        <Failure text={problem} />
      </div>
    </Drawer>
  );
}
