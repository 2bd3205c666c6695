import { NumberInput, TextInput } from '@mantine/core';
import { getDecimals } from '@quayside/kernel/money.ts';
import { useTranslation } from 'react-i18next';
import type { MinorMoney } from '../../../lib/formats.ts';
import { parseAmount } from '../../../lib/money-text.ts';
import { CarrierField } from '../../parcels/index.ts';
import classes from './manual.module.css';

/** What a person types about a purchase; costs in whole units of the currency. */
export interface PurchaseDraft {
  orderNo: string;
  currency: string;
  items: string;
  shipping: string;
  carrier: string;
  number: string;
  url: string;
}

export const EMPTY_PURCHASE: PurchaseDraft = {
  orderNo: '',
  currency: 'USD',
  items: '',
  shipping: '',
  carrier: '',
  number: '',
  url: '',
};

function toMinor(text: string, currency: string): MinorMoney | undefined {
  const amount = parseAmount(text, currency);
  return amount === undefined ? undefined : { amount, currency };
}

/** A draft as the calls take it. */
export function toPurchase(draft: PurchaseDraft) {
  const currency = draft.currency.trim().toUpperCase();
  const items = toMinor(draft.items, currency);
  const shipping = toMinor(draft.shipping, currency);
  const [carrier, number, url] = [draft.carrier, draft.number, draft.url].map((text) => text.trim());
  return {
    order_no: draft.orderNo.trim(),
    ...(items ? { items_cost: items } : {}),
    ...(shipping ? { shipping_cost: shipping } : {}),
    ...(carrier || number
      ? { tracking: { carrier: carrier ?? '', number: number ?? '', ...(url ? { url } : {}) } }
      : {}),
  };
}

const TRACKING_FIELDS: readonly string[] = ['tracking.number', 'tracking.carrier', 'tracking.url'];
const PURCHASE_FIELDS: readonly string[] = [
  'order_no',
  ...['items_cost', 'shipping_cost'].flatMap((cost) => [cost, `${cost}.amount`, `${cost}.currency`]),
];

/** Whether PurchaseFields shows the error of a field of the calls. */
export const isPurchaseField = (field: string, hasPurchase = true): boolean =>
  TRACKING_FIELDS.includes(field) || (hasPurchase && PURCHASE_FIELDS.includes(field));

interface Props {
  value: PurchaseDraft;
  /** Bought at a marketplace: asks for its number and cost. Default: yes. */
  hasPurchase?: boolean;
  onChange(patch: Partial<PurchaseDraft>): void;
  error(name: string): string | undefined;
}

/** Order number, cost and tracking of a purchase at a marketplace. */
export function PurchaseFields({ value, hasPurchase = true, onChange, error }: Props) {
  const { t } = useTranslation('orders');
  return (
    <>
      {hasPurchase ? (
        <>
          <TextInput
            label={t('manual.orderNo')}
            value={value.orderNo}
            maxLength={64}
            required
            onChange={(event) => onChange({ orderNo: event.currentTarget.value })}
            error={error('order_no')}
          />
          <div className={classes.costs}>
            <NumberInput
              label={t('money.items')}
              value={value.items}
              min={0}
              allowNegative={false}
              decimalScale={getDecimals(value.currency)}
              onChange={(next) => onChange({ items: String(next) })}
              error={error('items_cost') ?? error('items_cost.amount')}
            />
            <NumberInput
              label={t('money.shipping')}
              value={value.shipping}
              min={0}
              allowNegative={false}
              decimalScale={getDecimals(value.currency)}
              onChange={(next) => onChange({ shipping: String(next) })}
              error={error('shipping_cost') ?? error('shipping_cost.amount')}
            />
            <TextInput
              label={t('manual.currency')}
              value={value.currency}
              maxLength={3}
              onChange={(event) => onChange({ currency: event.currentTarget.value.toUpperCase() })}
              error={error('items_cost.currency') ?? error('shipping_cost.currency')}
            />
          </div>
        </>
      ) : null}
      <TextInput
        label={t('manual.number')}
        description={t('manual.numberHelp')}
        value={value.number}
        maxLength={64}
        onChange={(event) => onChange({ number: event.currentTarget.value })}
        error={error('tracking.number')}
      />
      <CarrierField
        label={t('manual.carrier')}
        number={value.number}
        value={value.carrier}
        onChange={(carrier) => onChange({ carrier })}
        error={error('tracking.carrier')}
      />
      <TextInput
        label={t('manual.url')}
        value={value.url}
        inputMode="url"
        dir="ltr"
        maxLength={500}
        onChange={(event) => onChange({ url: event.currentTarget.value })}
        error={error('tracking.url')}
      />
    </>
  );
}
