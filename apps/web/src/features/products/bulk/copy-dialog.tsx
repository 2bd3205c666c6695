import { Button, NativeSelect } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { api, errorText } from '../../../lib/api.ts';
import { getQuotaRefusal, quotaPrompt } from '../../../lib/quota-prompt.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { startChoices } from '../push/start-choices.ts';
import { StatusChoice } from '../push/status-choice.tsx';
import { productSettingsQuery } from '../settings/product-settings-queries.ts';
import classes from './bulk.module.css';
import { copyPreviewQuery, copySettingsQuery } from './bulk-queries.ts';
import { type Carried, CarryFields } from './carry-fields.tsx';
import { Reasons } from './refused-products.tsx';
import { useRates } from './use-rates.tsx';

const TOUCHED = ['processes', 'products', 'listings', 'counts'];

interface Props {
  products: readonly ProductSummary[];
  onClose(): void;
  /** Copies were started. */
  onDone(): void;
}

/** Copies products of one store to another, with the credits that it takes shown before. */
export default function CopyDialog({ products, onClose, onDone }: Props) {
  const { t } = useTranslation(['bulkPush', 'products']);
  const client = useQueryClient();
  const { account, workplaceId } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const having = stores.filter((store) =>
    products.some((product) => product.listings.some((listing) => listing.store_id === store.id)),
  );
  const [fromId, setFromId] = useState(having[0]?.id ?? '');
  const from = stores.find((store) => store.id === fromId);
  const targets = stores.filter((store) => store.id !== fromId && store.is_sandbox === from?.is_sandbox);
  const [wishedId, setWishedId] = useState('');
  const setting = useQuery(copySettingsQuery).data?.items.find((one) => one.store_id === fromId);
  const to =
    targets.find((store) => store.id === wishedId) ??
    targets.find((store) => store.id === setting?.to_store_id) ??
    targets[0];
  const [chosenCarry, setCarry] = useState<Carried>();
  const carry = chosenCarry ?? {
    collections: setting?.collections ?? false,
    store_values: setting?.store_values ?? false,
  };
  const start = startChoices(useQuery(productSettingsQuery).data);
  const own = { ...start, ...start.channels[to?.platform ?? ''] };
  const [chosenPublish, setPublish] = useState<boolean>();
  const publish = chosenPublish ?? own.publish;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const ask = { product_ids: products.map((product) => product.id), from_store_id: fromId, store_id: to?.id ?? '' };
  const preview = useQuery({ ...copyPreviewQuery(ask), enabled: from !== undefined && to !== undefined });
  const copies = preview.data?.product_ids ?? [];
  const currencies = new Set(
    products.filter((product) => copies.includes(product.id)).map((product) => product.currency),
  );
  const rates = useRates(
    to
      ? [...currencies]
          .filter((currency) => currency !== to.currency)
          .map((currency) => ({ from: currency, to: to.currency }))
      : [],
  );
  const left = Object.entries(preview.data?.failed ?? {}).map(([id, problem]) => ({
    id,
    title: products.find((product) => product.id === id)?.title ?? '',
    text: problem.text,
  }));

  async function run(): Promise<void> {
    if (!to || !preview.data) return;
    setBusy(true);
    setFailure(undefined);
    try {
      const { items, failed } = await api('POST /products/copy-product-to-new-store', {
        body: {
          ...ask,
          product_ids: copies,
          credits: preview.data.credits,
          carry,
          push_settings: {
            [to.platform]: { is_publish: publish, allow_sell_out_of_stock: own.sellOutOfStock, sync_order: true },
          },
          ...rates.body,
        },
        quiet: true,
      });
      rates.save();
      if (items.length > 0) toast('success', t('copy.started', { count: items.length }));
      const [refusal] = Object.values(failed);
      if (refusal) setFailure(refusal.text);
      else onDone();
    } catch (error) {
      setFailure(errorText(error));
      const refusal = getQuotaRefusal(error);
      if (refusal) quotaPrompt.ask(refusal);
    } finally {
      setBusy(false);
      for (const topic of TOUCHED) void client.invalidateQueries({ queryKey: [topic] });
    }
  }

  const named = (list: typeof stores) =>
    list.map((store) => ({
      value: store.id,
      label: `${store.store_name || store.platform_domain} (${store.currency})`,
    }));
  return (
    <Dialog open onClose={onClose} title={t('copy.title')} width={520} busy={busy}>
      <div className={classes.dialog}>
        <p className={classes.note}>{t('copy.note')}</p>
        <NativeSelect
          label={t('copy.from')}
          value={fromId}
          data={named(having)}
          onChange={(event) => setFromId(event.currentTarget.value)}
        />
        {to ? (
          <NativeSelect
            label={t('copy.to')}
            value={to.id}
            data={named(targets)}
            onChange={(event) => setWishedId(event.currentTarget.value)}
          />
        ) : (
          <p className={classes.note}>{t('copy.noStore')}</p>
        )}
        {rates.fields}
        <CarryFields carry={carry} onChange={setCarry} />
        <div className={classes.block}>
          <h3 className={classes.label}>{t('products:push.state')}</h3>
          <StatusChoice label={t('products:push.state')} publish={publish} onChange={setPublish} />
        </div>
        {preview.error ? <ErrorState error={preview.error} small onRetry={() => void preview.refetch()} /> : null}
        {to && preview.isPending ? <SkeletonBox width="100%" height={64} /> : null}
        {preview.data ? (
          <div className={classes.price} aria-live="polite">
            <span className={classes.count}>{t('copy.price', { count: preview.data.credits })}</span>
            <span className={classes.note}>{t('copy.priceNote')}</span>
          </div>
        ) : null}
        {left.length > 0 ? (
          <section className={classes.block} aria-label={t('copy.left', { count: left.length })}>
            <h3 className={classes.label}>{t('copy.left', { count: left.length })}</h3>
            <Reasons items={left} />
          </section>
        ) : null}
        <Failure text={failure} />
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('copy.cancel')}
          </Button>
          <MayButton
            needs="products.push"
            loading={busy}
            disabled={copies.length === 0 || !rates.ready}
            onClick={() => void run()}
          >
            {t('copy.verb', { count: copies.length })}
          </MayButton>
        </div>
      </div>
    </Dialog>
  );
}
