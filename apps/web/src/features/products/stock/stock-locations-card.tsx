import { Button, NativeSelect } from '@mantine/core';
import type { StoreStockLocations } from '@quayside/contracts';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../kit/confirm-dialog.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { toast } from '../../../lib/toasts.ts';
import { useMay } from '../../../lib/use-may.ts';
import { ListProblem, ReadAgain, ReadState } from '../store-lists/store-list.tsx';
import classes from './stock-locations.module.css';
import { stockLocations } from './stock-queries.ts';

/** At which of their locations stores get stock. Hidden without a store that has locations. */
export default function StockLocationsCard() {
  const { t } = useTranslation('stockLocations');
  const { data, error, refetch } = useQuery(stockLocations);
  if (data?.stores.length === 0) return null;
  return (
    <SettingCard id="stock-locations" title={t('title')} note={t('note')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={90} /> : null}
      {data?.stores.map((store) => (
        <StoreLocations key={store.store_id} store={store} />
      ))}
    </SettingCard>
  );
}

/** No choice: the store's own default. */
const DEFAULT = '';

type Location = StoreStockLocations['locations'][number];

function StoreLocations({ store }: { store: StoreStockLocations }) {
  const { t } = useTranslation('stockLocations');
  const { why } = useMay();
  const client = useQueryClient();
  const [next, setNext] = useState<string>();
  const refresh = useMutation({
    mutationFn: () => api('POST /products/stock-locations/refresh', { body: { store_id: store.store_id } }),
    onError: (error: unknown) => toast('error', errorText(error)),
    onSettled: () => void client.invalidateQueries({ queryKey: ['stores'] }),
  });
  const choose = useMutation({
    mutationFn: (id: string) =>
      api('PUT /products/stock-locations', {
        body: { store_id: store.store_id, location: id === DEFAULT ? null : id },
      }),
    onSuccess: (answer) => client.setQueryData(stockLocations.queryKey, answer),
    onSettled: () => void client.invalidateQueries({ queryKey: ['stores'] }),
  });
  const { chosen, locations } = store;
  const main = locations.find((one) => one.is_default);
  const label = (one: Location) => {
    if (!one.is_active) return t('inactive', { name: one.name });
    return one.fulfills_online_orders ? one.name : t('offline', { name: one.name });
  };
  const isGone = chosen !== null && !locations.some((one) => one.id === chosen.id);
  const options = [
    { value: DEFAULT, label: main ? t('default', { name: main.name }) : t('defaultUnread') },
    ...locations
      .filter((one) => !one.is_default || one.id === chosen?.id)
      .map((one) => ({ value: one.id, label: label(one), disabled: !one.is_active })),
    ...(isGone ? [{ value: chosen.id, label: t('deleted', { name: chosen.name }), disabled: true }] : []),
  ];
  const obstacle = why('workspace.change');
  return (
    <div className={classes.store}>
      <div className={classes.choice}>
        <NativeSelect
          className={classes.select ?? ''}
          label={t('label', { store: store.store_name })}
          value={chosen?.id ?? DEFAULT}
          data={options}
          disabled={
            obstacle !== undefined || choose.isPending || locations.length === 0 || store.move?.state === 'running'
          }
          onChange={(event) => setNext(event.currentTarget.value)}
        />
        <ReadAgain
          label={t('refresh', { store: store.store_name })}
          busy={store.is_reading || refresh.isPending}
          onClick={() => refresh.mutate()}
        />
      </div>
      <ReadState
        list={store}
        texts={{ reading: t('reading'), never: t('never'), readAt: (time) => t('readAt', { time }) }}
      />
      {chosen && chosen.state !== 'active' ? (
        <ListProblem>{t(chosen.state === 'deleted' ? 'isDeleted' : 'isInactive', { name: chosen.name })}</ListProblem>
      ) : null}
      <MoveState
        move={store.move}
        busy={choose.isPending}
        disabled={obstacle !== undefined}
        onRetry={() =>
          choose.mutate(chosen?.id ?? DEFAULT, { onError: (error: unknown) => toast('error', errorText(error)) })
        }
      />
      {next === undefined ? null : (
        <ChangeDialog
          next={next === DEFAULT ? main : locations.find((one) => one.id === next)}
          former={chosen?.name ?? main?.name ?? ''}
          onClose={() => setNext(undefined)}
          onConfirm={() => choose.mutateAsync(next)}
        />
      )}
    </div>
  );
}

interface MoveProps {
  move: StoreStockLocations['move'];
  busy: boolean;
  disabled: boolean;
  onRetry(): void;
}

/** How far moving the stock to the chosen location has come. */
function MoveState({ move, busy, disabled, onRetry }: MoveProps) {
  const { t } = useTranslation('stockLocations');
  if (!move) return null;
  return (
    <div role="status" className={classes.move}>
      {move.state === 'running' ? <p>{t('moving', { count: move.moved })}</p> : null}
      {move.state === 'done' ? <p>{t('moved', { count: move.moved })}</p> : null}
      {move.kept > 0 ? <p>{t('kept', { count: move.kept })}</p> : null}
      {move.state === 'failed' ? (
        <>
          <ListProblem>{move.error}</ListProblem>
          <Button size="compact-sm" variant="default" loading={busy} disabled={disabled} onClick={onRetry}>
            {t('tryAgain')}
          </Button>
        </>
      ) : null}
    </div>
  );
}

interface ChangeProps {
  next: Location | undefined;
  former: string;
  onClose(): void;
  onConfirm(): Promise<unknown>;
}

/** Says what is written where before anything is. */
function ChangeDialog({ next, former, onClose, onConfirm }: ChangeProps) {
  const { t } = useTranslation('stockLocations');
  const name = next?.name ?? '';
  return (
    <ConfirmDialog
      open
      onClose={onClose}
      title={t('confirm', { name })}
      text={
        <>
          <p>{t('confirmMove', { former, name })}</p>
          <p>{t('confirmReplace', { name })}</p>
          {next?.fulfills_online_orders === false ? <p>{t('confirmOffline', { name })}</p> : null}
        </>
      }
      undo={t('confirmUndo')}
      verb={t('verb')}
      onConfirm={onConfirm}
    />
  );
}
