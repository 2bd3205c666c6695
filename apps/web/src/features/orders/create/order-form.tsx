import { Button, Checkbox, NativeSelect, NumberInput, Radio, Textarea, TextInput } from '@mantine/core';
import { getDecimals } from '@quayside/kernel/money.ts';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useId, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { COUNTRY_CODES } from '../../../kit/country-codes.ts';
import { Failure } from '../../../kit/failure.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import type { LinkedStore } from '../../../lib/account.ts';
import { api } from '../../../lib/api.ts';
import { toStoreChoices } from '../../../lib/outside/store-choices.ts';
import { currencyChoices } from '../../../lib/outside/zones.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { type FormLine, minorOf, sumsOf } from './amounts.ts';
import classes from './create.module.css';
import { LinesCard } from './lines-card.tsx';

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

/** An order by hand: its store, items, address and sums. */
export function OrderForm({ stores }: { stores: readonly LinkedStore[] }) {
  const { t, i18n } = useTranslation(['orders', 'createOrder']);
  const { country, language } = useFormats();
  const { store: current } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const paidName = useId();
  const [chosenStore, setStoreId] = useState('');
  // Derived, since the stores may arrive after the first render.
  const storeId = chosenStore || (stores.find((one) => one.id === current?.id)?.id ?? stores[0]?.id ?? '');
  const store = stores.find((one) => one.id === storeId);
  const [chosenCurrency, setCurrency] = useState('');
  const currency = chosenCurrency || (store?.currency ?? 'USD');
  const [lines, setLines] = useState<readonly FormLine[]>([]);
  const [sums, setSums] = useState({
    shipping: '' as number | string,
    discount: '' as number | string,
    tax: '' as number | string,
  });
  const [taxIncluded, setTaxIncluded] = useState(false);
  const [isPaid, setPaid] = useState('paid');
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const countries = useMemo(() => {
    const order = new Intl.Collator(language);
    return [...COUNTRY_CODES]
      .map((code) => ({ value: code, label: country(code) }))
      .sort((a, b) => order.compare(a.label, b.label));
  }, [country, language]);
  const { subtotal, total } = sumsOf({ lines, ...sums, taxIncluded }, currency);
  const digits = getDecimals(currency);
  const form = useForm(async (fields) => {
    const text = (name: string) => fields[name]?.trim() || undefined;
    const created = await api('POST /orders/manual', {
      body: {
        store_id: storeId,
        order_number: text('order_number'),
        currency,
        paid: isPaid === 'paid',
        payment_method: text('payment_method'),
        ...Object.fromEntries(ADDRESS.flatMap(([name]) => (text(name) ? [[name, text(name)]] : []))),
        country_code: fields.country_code ?? '',
        shipping_method: text('shipping_method'),
        shipping_amount: minorOf(sums.shipping, currency),
        discount_amount: minorOf(sums.discount, currency),
        tax_amount: minorOf(sums.tax, currency),
        tax_included: taxIncluded,
        note: text('note'),
        lines: lines.map((line) => ({
          variant_id: line.variantId,
          title: line.title.trim() || undefined,
          sku: line.sku.trim() || undefined,
          quantity: Number(line.quantity) || 0,
          unit_price: minorOf(line.price, currency),
          requires_shipping: line.ships,
        })),
      },
      quiet: true,
    });
    await client.invalidateQueries({ queryKey: ['orders'] });
    await navigate({ to: '/app/orders', search: { period: 'all', open: created.order_id } });
  });
  const amount = (name: 'shipping' | 'discount' | 'tax') => (
    <NumberInput
      label={t(`createOrder:create.${name}`)}
      value={sums[name]}
      onChange={(value) => setSums((now) => ({ ...now, [name]: value }))}
      min={0}
      decimalScale={digits}
      allowNegative={false}
      hideControls
      suffix={` ${currency}`}
      inputMode="decimal"
      error={form.error(`${name}_amount`)}
    />
  );
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <SettingCard title={t('createOrder:create.about')} note={t('createOrder:create.aboutNote')}>
        <div className={classes.pair}>
          <NativeSelect
            label={t('createOrder:create.store')}
            value={storeId}
            onChange={(event) => {
              setStoreId(event.currentTarget.value);
              setCurrency(stores.find((one) => one.id === event.currentTarget.value)?.currency ?? currency);
              // Products of the sandbox are not sold in a real store.
              setLines((now) => now.filter((line) => line.variantId === undefined));
            }}
            data={toStoreChoices(stores)}
            error={form.error('store_id')}
          />
          <TextInput
            name="order_number"
            label={t('createOrder:create.number')}
            description={t('createOrder:create.numberNote')}
            maxLength={60}
            error={form.error('order_number')}
          />
          <NativeSelect
            label={t('createOrder:create.currency')}
            value={currency}
            onChange={(event) => setCurrency(event.currentTarget.value)}
            data={currencies}
            error={form.error('currency')}
          />
        </div>
      </SettingCard>
      <LinesCard storeId={storeId} currency={currency} lines={lines} onChange={setLines} error={form.error} />
      <SettingCard title={t('createOrder:create.address')}>
        <div className={classes.pair}>
          {ADDRESS.map(([name, maxLength]) => (
            <TextInput
              key={name}
              name={name}
              label={t(`address.${name}`)}
              maxLength={maxLength}
              autoComplete="off"
              type={name === 'email' ? 'email' : 'text'}
              error={form.error(name)}
            />
          ))}
          <NativeSelect
            name="country_code"
            label={t('address.country_code')}
            defaultValue=""
            data={[{ value: '', label: t('createOrder:create.choose'), disabled: true }, ...countries]}
            error={form.error('country_code')}
          />
        </div>
      </SettingCard>
      <SettingCard title={t('createOrder:create.payment')}>
        <Radio.Group name={paidName} label={t('createOrder:create.paid')} value={isPaid} onChange={setPaid}>
          <div className={classes.choices}>
            {(['paid', 'pending'] as const).map((value) => (
              <Radio key={value} value={value} label={t(`createOrder:create.paidBy.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        <div className={classes.pair}>
          <TextInput name="payment_method" label={t('createOrder:create.method')} maxLength={60} />
          <TextInput name="shipping_method" label={t('createOrder:create.shippingMethod')} maxLength={100} />
          {amount('shipping')}
          {amount('discount')}
          {amount('tax')}
        </div>
        <Checkbox
          label={t('createOrder:create.taxIncluded')}
          checked={taxIncluded}
          onChange={(event) => setTaxIncluded(event.currentTarget.checked)}
        />
        <Textarea name="note" label={t('createOrder:create.note')} maxLength={2_000} autosize minRows={2} />
        <dl className={classes.sums}>
          <div>
            <dt>{t('money.subtotal')}</dt>
            <dd>
              <Money value={{ amount: subtotal, currency }} />
            </dd>
          </div>
          <div data-total>
            <dt>{t('createOrder:create.total')}</dt>
            <dd>
              <Money value={{ amount: total, currency }} strong />
            </dd>
          </div>
        </dl>
      </SettingCard>
      <Failure text={form.failure} />
      <div className={classes.buttons}>
        <MayButton needs="orders.change" type="submit" loading={form.busy}>
          {t('createOrder:create.submit')}
        </MayButton>
        <Button variant="default" onClick={() => void navigate({ to: '/app/orders' })}>
          {t('createOrder:create.cancel')}
        </Button>
      </div>
    </form>
  );
}
