import { ActionIcon, Button, Checkbox, NumberInput, TextInput } from '@mantine/core';
import { MOST_ORDER_LINES } from '@quayside/contracts/manual-order-choices.ts';
import { getDecimals } from '@quayside/kernel/money.ts';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Plus, Search, X } from 'lucide-react';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/failure.tsx';
import { Money } from '../../../kit/money.tsx';
import { ProductPicture } from '../../../kit/product-picture.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { api } from '../../../lib/api.ts';
import { wholeAmount } from '../../../lib/money-text.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { randomId } from '../../../lib/random-id.ts';
import type { FormLine } from './amounts.ts';
import classes from './create.module.css';

interface Props {
  storeId: string;
  currency: string;
  lines: readonly FormLine[];
  onChange(lines: readonly FormLine[]): void;
  error(name: string): string | undefined;
}

/** The items of an order: variants of imported products, and others that get a supplier later. */
export function LinesCard({ storeId, currency, lines, onChange, error }: Props) {
  const { t } = useTranslation(['orders', 'createOrder']);
  const [typed, setTyped] = useState('');
  const keyword = useDeferredValue(typed.trim());
  const found = useQuery({
    queryKey: queryKeys.part('products', 'order-variants', { storeId, keyword }),
    queryFn: ({ signal }) => api('GET /orders/manual/variants', { query: { store_id: storeId, keyword }, signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  const digits = getDecimals(currency);
  const isFull = lines.length >= MOST_ORDER_LINES;
  const add = (line: Omit<FormLine, 'key' | 'quantity' | 'ships'>) =>
    onChange([...lines, { ...line, key: randomId(), quantity: 1, ships: true }]);
  const change = (key: string, part: Partial<FormLine>) =>
    onChange(lines.map((line) => (line.key === key ? { ...line, ...part } : line)));
  return (
    <SettingCard title={t('createOrder:create.items')} note={t('createOrder:create.itemsNote')}>
      <TextInput
        label={t('createOrder:create.search')}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        // The form is not sent while something is searched for.
        onKeyDown={(event) => {
          if (event.key === 'Enter') event.preventDefault();
        }}
        leftSection={<Search size={16} aria-hidden />}
        maxLength={100}
      />
      {keyword !== '' && found.data ? (
        <ul className={classes.found}>
          {found.data.items.map((one) => (
            <li key={one.variant_id}>
              <button
                type="button"
                className={classes.hit}
                disabled={isFull}
                onClick={() => {
                  add({
                    variantId: one.variant_id,
                    title: one.title,
                    variantTitle: one.variant_title,
                    image: one.image,
                    sku: one.sku,
                    // A price in another currency would be wrong by a factor.
                    price: one.price.currency === currency ? wholeAmount(one.price.amount, currency) : '',
                  });
                  setTyped('');
                }}
              >
                <ProductPicture alt="" src={one.image} size={32} />
                <span className={classes.names}>
                  <bdi>{one.title}</bdi>
                  <small>
                    {one.variant_title ? `${one.variant_title} · ` : ''}
                    <bdi>{one.sku}</bdi>
                  </small>
                </span>
                <Money value={one.price} />
              </button>
            </li>
          ))}
          {found.data.items.length === 0 ? (
            <li className={classes.quiet}>{t('createOrder:create.nothingFound')}</li>
          ) : null}
        </ul>
      ) : null}
      {lines.length > 0 ? (
        <ul className={classes.lines}>
          {lines.map((line, at) => (
            <li key={line.key} className={classes.line}>
              {line.variantId ? (
                <div className={classes.product}>
                  <ProductPicture alt="" src={line.image ?? null} size={40} />
                  <span className={classes.names}>
                    <bdi>{line.title}</bdi>
                    <small>
                      {line.variantTitle ? `${line.variantTitle} · ` : ''}
                      <bdi>{line.sku}</bdi>
                    </small>
                  </span>
                </div>
              ) : (
                <TextInput
                  label={t('createOrder:create.lineTitle')}
                  value={line.title}
                  onChange={(event) => change(line.key, { title: event.currentTarget.value })}
                  maxLength={250}
                  error={error(`lines.${at}.title`)}
                />
              )}
              <NumberInput
                label={t('createOrder:create.quantity')}
                value={line.quantity}
                onChange={(quantity) => change(line.key, { quantity })}
                min={1}
                max={9_999}
                allowDecimal={false}
                allowNegative={false}
                inputMode="numeric"
                error={error(`lines.${at}.quantity`)}
              />
              <NumberInput
                label={t('createOrder:create.price')}
                value={line.price}
                onChange={(price) => change(line.key, { price })}
                min={0}
                decimalScale={digits}
                allowNegative={false}
                hideControls
                suffix={` ${currency}`}
                inputMode="decimal"
                error={error(`lines.${at}.unit_price`)}
              />
              <Checkbox
                label={t('createOrder:create.ships')}
                checked={line.ships}
                onChange={(event) => change(line.key, { ships: event.currentTarget.checked })}
              />
              <ActionIcon
                variant="subtle"
                aria-label={t('createOrder:create.removeLine', { title: line.title })}
                onClick={() => onChange(lines.filter((one) => one.key !== line.key))}
              >
                <X size={16} aria-hidden />
              </ActionIcon>
            </li>
          ))}
        </ul>
      ) : null}
      <Failure text={error('lines')} />
      <div>
        <Button
          variant="default"
          disabled={isFull}
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => add({ title: '', sku: '', price: '' })}
        >
          {t('createOrder:create.addLine')}
        </Button>
      </div>
    </SettingCard>
  );
}
