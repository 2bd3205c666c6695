import { Button, NativeSelect, NumberInput, TextInput } from '@mantine/core';
import { MOST_SAMPLE_ITEMS, MOST_SAMPLE_LINES } from '@quayside/contracts/manual-order-choices.ts';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Search } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRY_CODES } from '../../../kit/country-codes.ts';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { SkeletonLine } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import type { LinkedStore } from '../../../lib/account.ts';
import { api, type CallBody, type CallData, type CallQuery } from '../../../lib/api.ts';
import { toStoreChoices } from '../../../lib/outside/store-choices.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useTask } from '../use-task.ts';
import classes from './create.module.css';

const ADDRESS = [
  ['first_name', 80],
  ['last_name', 80],
  ['company', 120],
  ['email', 254],
  ['address1', 200],
  ['address2', 200],
  ['postal_code', 20],
  ['city', 100],
  ['province', 100],
  ['phone', 40],
] as const;

type Variants = CallData<'GET /orders/samples/variants'>;
type Variant = Variants['items'][number];
type Lines = CallBody<'POST /orders/samples'>['lines'];

export interface NamedProduct {
  product?: string;
  source?: string;
  item?: string;
  sku?: string;
}

interface Props {
  stores: readonly LinkedStore[];
  /** The product whose page led here: an imported one, or a supplier's. */
  named: NamedProduct;
}

/** A sample of a product for oneself: its variants, and where it is sent. The order is placed in the drawer of all orders. */
export function SampleForm({ stores, named }: Props) {
  const { t } = useTranslation(['orders', 'createOrder', 'sample']);
  const { store: current } = useAccount();
  const [chosenStore, setStoreId] = useState('');
  const storeId = chosenStore || (stores.find((one) => one.id === current?.id)?.id ?? stores[0]?.id ?? '');
  const [found, setFound] = useState<string>();
  const product = found ?? named.product;
  const { source, item } = named;
  const query = product
    ? { store_id: storeId, product_id: product }
    : source && item
      ? {
          store_id: storeId,
          source: source as CallQuery<'GET /orders/samples/variants'>['source'],
          source_product_id: item,
        }
      : undefined;
  const variants = useQuery({
    queryKey: queryKeys.part('products', 'sample-variants', query ?? {}),
    queryFn: ({ signal }) => api('GET /orders/samples/variants', { query: query ?? { store_id: '' }, signal }),
    enabled: query !== undefined,
  });
  const address = useQuery({
    queryKey: queryKeys.part('orders', 'sample-address', {}),
    queryFn: ({ signal }) => api('GET /orders/samples/address', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return (
    <>
      <SettingCard title={t('sample:title')} note={t('sample:note')}>
        {stores.length > 1 ? (
          <NativeSelect
            label={t('createOrder:create.store')}
            description={t('sample:storeNote')}
            value={storeId}
            onChange={(event) => setStoreId(event.currentTarget.value)}
            data={toStoreChoices(stores)}
          />
        ) : null}
        <ProductSearch storeId={storeId} onChoose={setFound} />
      </SettingCard>
      {variants.error ? (
        <ErrorState small error={variants.error} onRetry={() => void variants.refetch()} />
      ) : query && (!variants.data || address.isPending) ? (
        <SettingCard title={t('sample:variants')}>
          <SkeletonLine width="60%" />
          <SkeletonLine width="80%" />
        </SettingCard>
      ) : variants.data ? (
        <SampleOrder
          key={JSON.stringify(query)}
          storeId={storeId}
          product={variants.data}
          sku={found ? undefined : named.sku}
          address={address.data?.address ?? undefined}
        />
      ) : null}
    </>
  );
}

/** Finds an imported product by the title or SKU of its variants. */
function ProductSearch({ storeId, onChoose }: { storeId: string; onChoose(productId: string): void }) {
  const { t } = useTranslation(['createOrder', 'sample']);
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: queryKeys.part('products', 'order-variants', { storeId, keyword }),
    queryFn: ({ signal }) => api('GET /orders/manual/variants', { query: { store_id: storeId, keyword }, signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  const products = [
    ...new Map(found.data?.items.flatMap((one) => (one.product_id === null ? [] : [[one.product_id, one] as const]))),
  ];
  return (
    <>
      <TextInput
        label={t('create.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        leftSection={<Search size={16} aria-hidden />}
        maxLength={100}
      />
      {keyword !== '' && found.data ? (
        <ul className={classes.found}>
          {products.map(([id, one]) => (
            <li key={id}>
              <button
                type="button"
                className={classes.hit}
                onClick={() => {
                  onChoose(id);
                  setTyped('');
                }}
              >
                <ProductPicture alt="" src={one.image} size={32} />
                <span className={classes.names}>
                  <bdi>{one.title}</bdi>
                </span>
              </button>
            </li>
          ))}
          {products.length === 0 ? <li className={classes.quiet}>{t('create.nothingFound')}</li> : null}
        </ul>
      ) : null}
    </>
  );
}

interface OrderProps {
  storeId: string;
  product: Variants;
  /** The variant to begin with. */
  sku: string | undefined;
  address: CallData<'GET /orders/samples/address'>['address'] | undefined;
}

function SampleOrder({ storeId, product, sku, address }: OrderProps) {
  const { t } = useTranslation(['orders', 'createOrder', 'sample']);
  const { country, language } = useFormats();
  const client = useQueryClient();
  const navigate = useNavigate();
  const begin = useTask();
  const first = product.items.find((one) => one.sku_id === sku) ?? product.items[0];
  const [amounts, setAmounts] = useState<Readonly<Record<string, number | string>>>(first ? { [first.sku_id]: 1 } : {});
  // A double click or a repeated request makes one order.
  const [key] = useState(() => crypto.randomUUID());
  const [created, setCreated] = useState<{ order_id: string; name: string }>();
  const chosen: Lines = product.items.flatMap((one: Variant) => {
    const quantity = Number(amounts[one.sku_id]) || 0;
    return quantity > 0
      ? [
          {
            source: one.source,
            source_product_id: one.source_product_id,
            sku_id: one.sku_id,
            variant_id: one.variant_id ?? undefined,
            quantity,
          },
        ]
      : [];
  });
  const order = new Intl.Collator(language);
  const countries = [...COUNTRY_CODES]
    .map((code) => ({ value: code, label: country(code) }))
    .sort((a, b) => order.compare(a.label, b.label));
  const open = (orderId: string) => void navigate({ to: '/app/orders', search: { period: 'all', open: orderId } });
  const place = (orderId: string) => begin({ kind: 'place', orderIds: [orderId], onDone: () => open(orderId) });
  const form = useForm(async (fields) => {
    const text = (name: string) => fields[name]?.trim() || undefined;
    const done = await api('POST /orders/samples', {
      body: {
        store_id: storeId,
        ...Object.fromEntries(ADDRESS.flatMap(([name]) => (text(name) ? [[name, text(name)]] : []))),
        country_code: fields.country_code ?? '',
        lines: chosen,
        idempotency_key: key,
      },
      quiet: true,
    });
    await client.invalidateQueries({ queryKey: ['orders'] });
    setCreated(done);
    place(done.order_id);
  });
  if (created)
    return (
      <SettingCard title={t('sample:created', { name: created.name })} note={t('sample:createdNote')}>
        <div className={classes.buttons}>
          <Button onClick={() => place(created.order_id)}>{t('action.place')}</Button>
          <Button variant="default" onClick={() => open(created.order_id)}>
            {t('sample:open')}
          </Button>
        </div>
      </SettingCard>
    );
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <SettingCard title={t('sample:variants')} note={t('sample:variantsNote', { most: MOST_SAMPLE_ITEMS })}>
        <p className={classes.itemName}>
          <bdi>{product.title}</bdi>
        </p>
        <ul className={classes.samples}>
          {product.items.map((one) => (
            <li key={one.sku_id} className={classes.sample}>
              <ProductPicture alt="" src={one.image} size={40} />
              <span className={classes.names}>
                <bdi>{one.variant_title ?? product.title}</bdi>
                <small>
                  <Money value={one.cost} />
                </small>
              </span>
              <NumberInput
                aria-label={t('sample:quantityOf', { name: one.variant_title ?? product.title })}
                value={amounts[one.sku_id] ?? 0}
                onChange={(value) => setAmounts((now) => ({ ...now, [one.sku_id]: value }))}
                min={0}
                max={MOST_SAMPLE_ITEMS}
                clampBehavior="strict"
                allowDecimal={false}
                allowNegative={false}
                inputMode="numeric"
                w={96}
              />
            </li>
          ))}
        </ul>
        <Failure
          text={
            form.error('lines') ??
            (chosen.length > MOST_SAMPLE_LINES ? t('sample:tooMany', { most: MOST_SAMPLE_LINES }) : undefined)
          }
        />
      </SettingCard>
      <SettingCard title={t('createOrder:create.address')} note={t('sample:addressNote')}>
        <div className={classes.pair}>
          {ADDRESS.map(([name, maxLength]) => (
            <TextInput
              key={name}
              name={name}
              label={t(`address.${name}`)}
              defaultValue={address?.[name] ?? ''}
              maxLength={maxLength}
              autoComplete="off"
              type={name === 'email' ? 'email' : 'text'}
              error={form.error(name)}
            />
          ))}
          <NativeSelect
            name="country_code"
            label={t('address.country_code')}
            defaultValue={address?.country_code ?? ''}
            data={[{ value: '', label: t('createOrder:create.choose'), disabled: true }, ...countries]}
            error={form.error('country_code')}
          />
        </div>
      </SettingCard>
      <Failure text={form.failure} />
      <div className={classes.buttons}>
        <MayButton
          needs="orders.pay"
          type="submit"
          loading={form.busy}
          disabled={chosen.length === 0 || chosen.length > MOST_SAMPLE_LINES}
        >
          {t('sample:submit')}
        </MayButton>
        <Button variant="default" onClick={() => void navigate({ to: '/app/orders' })}>
          {t('createOrder:create.cancel')}
        </Button>
      </div>
    </form>
  );
}
