import { ActionIcon, Button, Checkbox, TextInput } from '@mantine/core';
import type { ProductSummary } from '@quayside/contracts';
import { toNumber } from '@quayside/kernel/money.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CountryPicker } from '../../../kit/country-picker.tsx';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { api, errorText } from '../../../lib/api.ts';
import { getQuotaRefusal, quotaPrompt } from '../../../lib/quota-prompt.ts';
import { toast } from '../../../lib/toasts.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { isolated } from '../isolated.ts';
import { canTake } from '../push/push-request.ts';
import { StoreChoice } from '../push/store-choice.tsx';
import classes from './bulk.module.css';
import { type ChangePreview, type ChangeTarget, changePreviewQuery } from './bulk-queries.ts';
import { type ChangeForm, EMPTY_FORM, toChanges } from './change-form.ts';
import { Reasons } from './refused-products.tsx';
import { useRates } from './use-rates.tsx';

const WIDTH = 560;
const TOUCHED = ['processes', 'products', 'listings', 'counts'];
const TEXTS = [
  'title_prefix',
  'title_suffix',
  'title_find',
  'title_replace',
  'vendor',
  'product_type',
  'add_tags',
  'remove_tags',
] as const;

interface Props {
  target: ChangeTarget;
  onClose(): void;
  /** The changes were made; of everything matching: they are being made. */
  onDone(): void;
}

/**
 * The same changes for many products, with a preview. Chosen products can be pushed to any store; everything that matches a
 * filter is brought up to date where it is listed.
 */
export default function ChangeDialog({ target, onClose, onDone }: Props) {
  const { t } = useTranslation(['bulkPush', 'products']);
  const client = useQueryClient();
  const { account, workplaceId } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const { may, why } = useMay();
  const [form, setForm] = useState<ChangeForm>(EMPTY_FORM);
  const products = 'filter' in target ? [] : target.products;
  const count = 'filter' in target ? target.count : products.length;
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const [updateStores, setUpdateStores] = useState(true);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { changes, wrong } = useDeferredValue(toChanges(form));
  const ids = products.map((product) => product.id);
  const preview = useQuery({
    ...changePreviewQuery(target, changes ?? { vendor: '' }),
    enabled: changes !== undefined,
    placeholderData: keepPreviousData,
  });
  const shown = changes ? preview.data : undefined;
  /** More products match than are counted by now. */
  const isCounting = Boolean(shown?.next);
  const going = stores.filter((store) => chosen.includes(store.id) && canTake(store, products));
  const pairs = new Set(
    going.flatMap((store) =>
      products
        .filter((product) => product.is_sandbox === store.is_sandbox && product.currency !== store.currency)
        .map((product) => `${product.currency} ${store.currency}`),
    ),
  );
  const rates = useRates(
    [...pairs].map((pair) => {
      const [from = '', to = ''] = pair.split(' ');
      return { from, to };
    }),
  );
  const set = (patch: Partial<ChangeForm>) => setForm((now) => ({ ...now, ...patch }));

  async function run(): Promise<void> {
    if (!changes) return;
    setBusy(true);
    setFailure(undefined);
    try {
      if ('filter' in target) {
        await api('POST /center/products/bulk-edits', {
          body: { filter: target.filter, count: target.count, changes, push: updateStores && may('products.push') },
          quiet: true,
        });
        toast('success', t('change.started'));
        return onDone();
      }
      const { updated, failed } = await api('POST /center/products/bulk-update-and-push-multiple-channel', {
        body: {
          product_ids: ids,
          changes,
          store_ids: going.map((store) => store.id),
          ...rates.body,
        },
        quiet: true,
      });
      rates.save();
      toast('success', t('change.done', { count: updated }));
      const refusals = Object.values(failed);
      if (refusals[0]) setFailure(t('change.some', { count: refusals.length, reason: refusals[0].text }));
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

  return (
    <Drawer
      open
      onClose={onClose}
      title={t('change.title', { count })}
      width={WIDTH}
      closeOnOverlay={!busy}
      footer={
        <div className={classes.buttons}>
          <Button variant="default" onClick={onClose}>
            {t('copy.cancel')}
          </Button>
          <MayButton
            needs={going.length > 0 ? 'products.push' : 'products.change'}
            loading={busy}
            disabled={!changes || !rates.ready || (shown?.changing === 0 && going.length === 0 && !isCounting)}
            onClick={() => void run()}
          >
            {t(going.length > 0 ? 'change.andPush' : 'change.verb')}
          </MayButton>
        </div>
      }
    >
      <div className={classes.body}>
        <div className={classes.fields}>
          {TEXTS.map((name) => (
            <TextInput
              key={name}
              label={t(`change.${name}`)}
              value={form[name]}
              maxLength={name.startsWith('title') ? 100 : 255}
              onChange={(event) => set({ [name]: event.currentTarget.value })}
            />
          ))}
          <TextInput
            label={t('change.hs_code')}
            value={form.hs_code}
            inputMode="numeric"
            dir="ltr"
            maxLength={20}
            error={wrong.includes('hs_code') ? t('change.wrongHsCode') : undefined}
            onChange={(event) => set({ hs_code: event.currentTarget.value })}
          />
          <div className={classes.country}>
            <CountryPicker
              label={t('change.origin_country')}
              value={form.origin_country || undefined}
              onChange={(origin_country) => set({ origin_country })}
            />
            {form.origin_country ? (
              <ActionIcon
                size={28}
                variant="subtle"
                aria-label={t('change.noCountry')}
                data-hint={t('change.noCountry')}
                onClick={() => set({ origin_country: '' })}
              >
                <X size={14} aria-hidden />
              </ActionIcon>
            ) : null}
          </div>
          <TextInput
            label={t('change.price_percent')}
            value={form.price_percent}
            inputMode="numeric"
            dir="ltr"
            error={wrong.includes('price_percent') ? t('change.wrongPrice') : undefined}
            onChange={(event) => set({ price_percent: event.currentTarget.value })}
          />
          <TextInput
            label={t('change.compare_at_percent')}
            value={form.compare_at_percent}
            inputMode="numeric"
            dir="ltr"
            disabled={form.no_compare_at}
            error={wrong.includes('compare_at_percent') ? t('change.wrongCompare') : undefined}
            onChange={(event) => set({ compare_at_percent: event.currentTarget.value })}
          />
        </div>
        <Checkbox
          label={t('change.no_compare_at')}
          checked={form.no_compare_at}
          onChange={(event) => set({ no_compare_at: event.currentTarget.checked })}
        />
        {preview.error ? <ErrorState error={preview.error} small onRetry={() => void preview.refetch()} /> : null}
        {shown ? <Preview preview={shown} products={products} /> : <p className={classes.note}>{t('change.none')}</p>}
        {'filter' in target ? (
          <Checkbox
            label={t('change.updateStores')}
            description={why('products.push') ?? t('change.updateStoresNote')}
            checked={updateStores && may('products.push')}
            disabled={!may('products.push')}
            onChange={(event) => setUpdateStores(event.currentTarget.checked)}
          />
        ) : (
          <div className={classes.block}>
            <h3 className={classes.label}>{t('change.stores')}</h3>
            <StoreChoice stores={stores} products={products} chosen={chosen} onChange={setChosen} />
          </div>
        )}
        {rates.fields}
        <Failure text={failure} />
      </div>
    </Drawer>
  );
}

function Preview({ preview, products }: { preview: ChangePreview; products: readonly ProductSummary[] }) {
  const { t } = useTranslation('bulkPush');
  const { money, number } = useFormats();
  const left = Object.entries(preview.failed).map(([id, problem]) => ({
    id,
    title: products.find((product) => product.id === id)?.title ?? '',
    text: problem.text,
  }));
  const text = ({ field, currency }: ChangePreview['examples'][number], value: string | null) => {
    if (value === null || value === '') return t('change.empty');
    return field === 'price' || field === 'compare_at_price'
      ? money(toNumber({ amount: Number(value), currency }), currency)
      : value;
  };
  return (
    <section className={classes.block} aria-label={t('change.preview', { count: preview.changing })}>
      <h3 className={classes.label} aria-live="polite">
        {t('change.preview', { count: preview.changing })}
      </h3>
      {preview.matching !== undefined ? (
        <p className={classes.note}>
          {preview.next
            ? t('change.counting', { counted: number(preview.examined ?? 0), matching: number(preview.matching) })
            : t('change.counted', { matching: number(preview.matching) })}
        </p>
      ) : null}
      {preview.own_values > 0 ? (
        <p className={classes.note}>{t('change.ownValues', { number: number(preview.own_values) })}</p>
      ) : null}
      <ul className={classes.reasons}>
        {preview.examples.map((one) => (
          <li key={`${one.product_id}/${one.field}/${one.label ?? ''}`}>
            <span className={classes.note}>
              {isolated(one.label ? `${one.title}, ${one.label}` : one.title)}: {t(`change.field.${one.field}`)}
            </span>
            <span className={classes.change}>
              <del>{isolated(text(one, one.before))}</del> <ins>{isolated(text(one, one.after))}</ins>
            </span>
          </li>
        ))}
      </ul>
      {left.length > 0 ? (
        <>
          <h3 className={classes.label}>{t('change.left', { count: preview.failing ?? left.length })}</h3>
          <Reasons items={left} />
        </>
      ) : null}
    </section>
  );
}
