import { NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { api, errorText } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { saveChoice, useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';

interface Props {
  store: { id: string; store_name: string };
  open: boolean;
  onClose(): void;
}

/** Chooses where a store goes, and says first what goes along and what stands in the way. */
export function TransferDialog({ store, open, onClose }: Props) {
  const { t } = useTranslation('moves');
  const { number } = useFormats();
  const { account, store: current, workplaceId } = useAccount();
  const client = useQueryClient();
  const places = account?.workplaces.filter((one) => one.is_own && one.id !== workplaceId) ?? [];
  const [chosen, setChosen] = useState<string>();
  const to = chosen ?? places[0]?.id;
  useEffect(() => {
    if (!open) setChosen(undefined);
  }, [open]);
  const { data, error } = useQuery({
    queryKey: queryKeys.detail('stores', store.id, `move ${to}`),
    queryFn: ({ signal }) =>
      api('GET /core/stores/move/preview', { query: { store_id: store.id, workplace_id: to ?? '' }, signal }),
    enabled: open && to !== undefined,
    staleTime: 0,
  });
  const work = data?.under_way;
  const isBusy = work !== undefined && work.supplier_orders + work.listings + work.parcels > 0;
  const lines = data
    ? [
        { label: t('dialog.orders'), value: number(data.orders) },
        { label: t('dialog.listings'), value: number(data.listings) },
        { label: t('dialog.productsMoved'), value: number(data.products_moved) },
        { label: t('dialog.productsCopied'), value: number(data.products_copied) },
        ...(data.held_members > 0 ? [{ label: t('dialog.held'), value: number(data.held_members) }] : []),
        ...(data.feeds > 0 ? [{ label: t('dialog.feeds'), value: number(data.feeds) }] : []),
        ...(data.suppliers.length > 0
          ? [{ label: t('dialog.suppliers'), value: data.suppliers.map((one) => one.label).join(', ') }]
          : []),
      ]
    : [];
  return (
    <ConfirmMoney
      open={open}
      onClose={onClose}
      title={t('dialog.title', { store: store.store_name })}
      text={t('dialog.text')}
      lines={lines}
      undo={t('dialog.undo')}
      obstacle={
        places.length === 0 ? (
          <>
            {t('dialog.noPlace')} <Link to="/app/setting/workspace">{t('dialog.makePlace')}</Link>
          </>
        ) : error ? (
          errorText(error)
        ) : (
          data?.problem?.text
        )
      }
      verb={t('dialog.verb')}
      onConfirm={async () => {
        // Screens must not go on to name a store that is about to leave.
        if (current?.id === store.id) saveChoice(workplaceId, undefined);
        await api('POST /core/stores/move', { body: { store_id: store.id, workplace_id: to ?? '' } });
        await client.invalidateQueries({ queryKey: ['stores'] });
      }}
    >
      {places.length > 0 ? (
        <NativeSelect
          label={t('dialog.to')}
          value={to ?? ''}
          data={places.map(({ id, name }) => ({ value: id, label: name }))}
          onChange={(event) => setChosen(event.currentTarget.value)}
        />
      ) : null}
      {data && data.feeds > 0 ? <p>{t('dialog.feedsEnd')}</p> : null}
      {isBusy ? <p>{t('dialog.busy')}</p> : null}
    </ConfirmMoney>
  );
}
