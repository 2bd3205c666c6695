import { Button } from '@mantine/core';
import type { OrderImport } from '@quayside/contracts';
import { ORDER_ITEM_FATES, type OrderItemFate } from '@quayside/contracts/manual-order-choices.ts';
import { keepPreviousData, useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { Money } from '../../../kit/money.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../../kit/status-badge.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './create.module.css';

const FATE_TONES: Record<OrderItemFate, Tone> = { new: 'done', known: 'closed', refused: 'broken' };
export const IMPORT_TONES: Record<OrderImport['state'], Tone> = {
  reading: 'moving',
  ready: 'waiting',
  applying: 'moving',
  done: 'done',
  refused: 'broken',
  discarded: 'closed',
};
const LOOK_MS = 1_000;
const isMoving = (state: OrderImport['state'] | undefined): boolean => state === 'reading' || state === 'applying';

/** One uploaded file: the outcome of each order, and the button that creates them. */
export function ImportCard({ importId, onClose }: { importId: string; onClose(): void }) {
  const { t } = useTranslation(['orders', 'createOrder', 'common']);
  const { country } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const params = { import_id: importId };
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.detail('orders', importId, 'import'),
    queryFn: ({ signal }) => api('GET /orders/imports/{import_id}', { params, signal }),
    refetchInterval: (query) => (isMoving(query.state.data?.state) ? LOOK_MS : false),
  });
  if (!data)
    return error ? (
      <ErrorState error={error} onRetry={() => void refetch()} small />
    ) : (
      <SkeletonBox width="100%" height={160} />
    );
  const { counts, state } = data;
  const act = (send: Promise<unknown>) => {
    setBusy(true);
    void send
      .then(() => client.invalidateQueries({ queryKey: ['orders'] }))
      .catch(() => undefined)
      .finally(() => setBusy(false));
  };
  return (
    <SettingCard
      title={data.file_name}
      actions={
        <span className={classes.headEnd}>
          <StatusBadge tone={IMPORT_TONES[state]} label={t(`createOrder:csv.state.${state}`)} />
          {state === 'ready' ? null : (
            <Button size="xs" variant="subtle" onClick={onClose}>
              {t('common:close')}
            </Button>
          )}
        </span>
      }
      note={<Outcome data={data} />}
    >
      {data.encoding === 'windows-1252' ? <p className={classes.warning}>{t('createOrder:csv.western')}</p> : null}
      {data.ignored.length > 0 ? (
        <p className={classes.quiet}>{t('createOrder:csv.ignored', { columns: data.ignored.join(', ') })}</p>
      ) : null}
      {state === 'ready' && counts.refused > 0 ? (
        <p className={classes.warning}>{t('createOrder:csv.leftOut', { count: counts.refused })}</p>
      ) : null}
      {state === 'ready' || state === 'done' || state === 'applying' ? (
        <Items importId={importId} counts={counts} state={state} country={country} />
      ) : null}
      <div className={classes.buttons}>
        {state === 'ready' ? (
          <>
            <MayButton
              needs="orders.change"
              loading={busy}
              disabled={counts.new === 0}
              onClick={() => act(api('POST /orders/imports/{import_id}/confirm', { params, body: {} }))}
            >
              {t('createOrder:csv.create', { count: counts.new })}
            </MayButton>
            <Button
              variant="default"
              disabled={busy}
              onClick={() => act(api('DELETE /orders/imports/{import_id}', { params }))}
            >
              {t('createOrder:csv.discard')}
            </Button>
          </>
        ) : null}
        {counts.refused > 0 && state !== 'discarded' ? (
          <Button
            variant="default"
            onClick={() =>
              void api('GET /orders/imports/{import_id}/refused', { params }).then((file) =>
                saveFile(file.file_name, file.csv),
              )
            }
          >
            {t('createOrder:csv.errors')}
          </Button>
        ) : null}
      </div>
    </SettingCard>
  );
}

function Outcome({ data }: { data: OrderImport }) {
  const { t } = useTranslation(['orders', 'createOrder']);
  const { counts } = data;
  if (data.state === 'refused') return <span className={classes.failure}>{data.fault}</span>;
  if (data.state === 'reading') return t('createOrder:csv.reading');
  if (data.state === 'applying') return t('createOrder:csv.applying', { done: data.created, total: counts.new });
  if (data.state === 'discarded') return t('createOrder:csv.discarded');
  if (data.state === 'done') return t('createOrder:csv.done', { count: data.created });
  return t('createOrder:csv.look', { count: data.rows });
}

interface ItemsProps {
  importId: string;
  counts: OrderImport['counts'];
  state: string;
  country(code: string): string;
}

function Items({ importId, counts, state, country }: ItemsProps) {
  const { t } = useTranslation(['orders', 'createOrder']);
  const { number } = useFormats();
  const shown = ORDER_ITEM_FATES.filter((fate) => counts[fate] > 0);
  const [chosen, setChosen] = useState<OrderItemFate>();
  // Errors first: they need attention.
  const fate = chosen && counts[chosen] > 0 ? chosen : counts.refused > 0 ? 'refused' : shown[0];
  const { data, fetchNextPage, hasNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: queryKeys.detail('orders', importId, `items ${fate} ${state}`),
    enabled: fate !== undefined,
    placeholderData: keepPreviousData,
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam, signal }) =>
      api('GET /orders/imports/{import_id}/items', {
        params: { import_id: importId },
        query: { fate, cursor: pageParam },
        signal,
      }),
    getNextPageParam: (page) => page.next_cursor,
  });
  if (!fate) return null;
  return (
    <>
      {shown.length > 1 ? (
        <Segmented<OrderItemFate>
          label={t('createOrder:csv.fates')}
          value={fate}
          choices={shown.map((value) => ({
            value,
            label: `${t(`createOrder:csv.fate.${value}`)} ${number(counts[value])}`,
          }))}
          onChange={setChosen}
        />
      ) : null}
      <ul className={classes.items}>
        {data?.pages
          .flatMap((page) => page.items)
          .map((item) => (
            <li key={item.item_no} className={classes.item}>
              <div className={classes.itemHead}>
                <span className={classes.itemName}>
                  {item.order_id ? (
                    <Link to="/app/orders" search={{ period: 'all', open: item.order_id }}>
                      <bdi>{item.order_number}</bdi>
                    </Link>
                  ) : (
                    <bdi>{item.order_number}</bdi>
                  )}
                </span>
                {item.total ? <Money value={item.total} /> : null}
                <StatusBadge tone={FATE_TONES[item.fate]} label={t(`createOrder:csv.fate.${item.fate}`)} />
              </div>
              <span className={classes.quiet}>
                {t('createOrder:csv.row', { row: item.item_no })} · {t('panel.lines', { count: item.lines })}
                {item.customer ? (
                  <>
                    {' · '}
                    <bdi>{item.customer}</bdi>
                  </>
                ) : null}
                {item.country_code ? ` · ${country(item.country_code)}` : ''}
              </span>
              {item.faults.length > 0 ? (
                <ul className={classes.faults}>
                  {item.faults.map((fault) => (
                    <li key={`${fault.row} ${fault.column} ${fault.text}`}>
                      <span className={classes.place}>
                        {t('createOrder:csv.cell', { row: fault.row, column: fault.column })}
                      </span>{' '}
                      {fault.text}
                    </li>
                  ))}
                </ul>
              ) : null}
            </li>
          ))}
      </ul>
      {hasNextPage ? (
        <Button variant="subtle" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('createOrder:csv.more')}
        </Button>
      ) : null}
    </>
  );
}
