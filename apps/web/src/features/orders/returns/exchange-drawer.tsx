import { Button, TextInput } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../../kit/drawer.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api, type CallData } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useMay } from '../../../lib/use-may.ts';
import { LineRow } from './lines.tsx';
import classes from './returns.module.css';
import type { ReturnTaskProps } from './task-props.ts';
import { useStep } from './use-step.ts';

type Variant = CallData<'GET /orders/manual/variants'>['items'][number];

/** Creates the replacement order, with the same items or other variants. */
export default function ExchangeDrawer({ one, open, onClose }: ReturnTaskProps) {
  const { t } = useTranslation('returns');
  const { may } = useMay();
  const [chosen, setChosen] = useState<Readonly<Record<string, Variant>>>({});
  const [searching, setSearching] = useState<string>();
  const step = useStep(onClose, (field) => /^lines\.\d+/.test(field));
  const lines = one.lines.filter((line) => one.customer_keeps || line.received !== 0);
  const changed = lines.flatMap(({ line_item_id }) => {
    const variant = chosen[line_item_id];
    return variant ? [{ line_item_id, variant_id: variant.variant_id }] : [];
  });
  const pick = (lineId: string, variant: Variant | undefined) => {
    setChosen(({ [lineId]: _before, ...rest }) => (variant ? { ...rest, [lineId]: variant } : rest));
    setSearching(undefined);
  };
  const errorOf = (lineId: string) => {
    const at = changed.findIndex((each) => each.line_item_id === lineId);
    return at < 0 ? undefined : (step.error(`lines.${at}.variant_id`) ?? step.error(`lines.${at}.line_item_id`));
  };
  const call = { params: { return_id: one.return_id }, body: { lines: changed }, quiet: true };
  return (
    <Drawer
      open={open}
      onClose={onClose}
      title={t('exchange.title', { name: one.name })}
      width={520}
      closeOnOverlay={false}
      footer={
        <>
          <Button variant="subtle" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button
            loading={step.busy}
            onClick={() => void step.send(() => api('POST /orders/returns/v1/detail/{return_id}/exchange', call))}
          >
            {t('exchange.verb')}
          </Button>
        </>
      }
    >
      <div className={classes.page}>
        <p className={classes.plain}>{t('exchange.text')}</p>
        <ul className={classes.lines} aria-label={t('exchange.items')}>
          {lines.map((line) => {
            const id = line.line_item_id;
            const variant = chosen[id];
            return (
              <li key={id} className={classes.arrival}>
                <LineRow
                  line={variant ?? line}
                  note={variant ? t('exchange.instead', { title: line.variant_title ?? line.title }) : undefined}
                >
                  <span className={classes.end}>
                    <span className={classes.quiet}>× {line.received ?? line.quantity}</span>
                    {variant ? (
                      <Button size="compact-xs" variant="default" onClick={() => pick(id, undefined)}>
                        {t('exchange.same')}
                      </Button>
                    ) : may('products.read') ? (
                      <Button
                        size="compact-xs"
                        variant="default"
                        aria-expanded={searching === id}
                        onClick={() => setSearching((now) => (now === id ? undefined : id))}
                      >
                        {t('exchange.other')}
                      </Button>
                    ) : null}
                  </span>
                </LineRow>
                {errorOf(id) ? (
                  <p className={classes.failure} role="alert">
                    {errorOf(id)}
                  </p>
                ) : null}
                {searching === id ? (
                  <Search storeId={one.store_id} title={line.title} onPick={(found) => pick(id, found)} />
                ) : null}
              </li>
            );
          })}
        </ul>
        <p className={classes.quiet}>{t('exchange.note')}</p>
        <Failure text={step.failure} />
      </div>
    </Drawer>
  );
}

/** Finds another variant among the imported products; begins with those of the same product. */
function Search({ storeId, title, onPick }: { storeId: string; title: string; onPick(variant: Variant): void }) {
  const { t } = useTranslation('returns');
  const [typed, setTyped] = useState(title.slice(0, 100));
  const keyword = useDeferredValue(typed.trim());
  const { data } = useQuery({
    queryKey: queryKeys.part('products', 'order-variants', { storeId, keyword }),
    queryFn: ({ signal }) => api('GET /orders/manual/variants', { query: { store_id: storeId, keyword }, signal }),
    enabled: keyword !== '',
    placeholderData: keepPreviousData,
  });
  return (
    <div className={classes.form}>
      <TextInput
        label={t('exchange.search')}
        value={typed}
        maxLength={100}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      {data ? (
        <ul className={classes.hits} aria-label={t('exchange.found')}>
          {data.items.map((variant) => (
            <li key={variant.variant_id}>
              <button type="button" className={classes.hit} onClick={() => onPick(variant)}>
                <LineRow line={variant} />
              </button>
            </li>
          ))}
          {data.items.length === 0 ? (
            <li className={`${classes.quiet} ${classes.none}`}>{t('exchange.nothing')}</li>
          ) : null}
        </ul>
      ) : null}
    </div>
  );
}
