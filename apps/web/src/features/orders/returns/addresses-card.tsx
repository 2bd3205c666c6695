import { Button } from '@mantine/core';
import type { ReturnAddress } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../../kit/confirm-money.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { SettingCard, SettingNote, SettingTag } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api } from '../../../lib/api.ts';
import { lazyChunk } from '../../../lib/lazy-chunk.ts';
import { useMay } from '../../../lib/use-may.ts';
import { Address } from './address.tsx';
import classes from './returns.module.css';
import { useReturnAddresses } from './use-addresses.ts';
import { useScope } from './use-scope.ts';

const AddressDrawer = lazyChunk(() => import('./address-drawer.tsx'));

/** Where customers send items back to: of the workspace, of a store, or for the items of a supplier. */
export function AddressesCard() {
  const { t } = useTranslation('returns');
  const client = useQueryClient();
  const { may } = useMay();
  const scopeOf = useScope();
  const [edit, setEdit] = useState<{ address: ReturnAddress | undefined; round: number }>();
  const [isEditing, setEditing] = useState(false);
  const [doomed, setDoomed] = useState<ReturnAddress>();
  const [isAsking, setAsking] = useState(false);
  const { data, error, refetch } = useReturnAddresses();
  const begin = (address?: ReturnAddress) => {
    setEdit((before) => ({ address, round: (before?.round ?? 0) + 1 }));
    setEditing(true);
  };
  return (
    <SettingCard
      title={t('addresses.title')}
      note={t('addresses.note')}
      actions={
        <MayButton
          needs="workspace.change"
          size="xs"
          variant="default"
          leftSection={<Plus size={16} aria-hidden />}
          onClick={() => begin()}
        >
          {t('addresses.add')}
        </MayButton>
      }
    >
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={120} /> : null}
      {data?.items.length === 0 ? <SettingNote>{t('addresses.none')}</SettingNote> : null}
      {data && data.items.length > 0 ? (
        <ul className={classes.cards}>
          {data.items.map((address) => (
            <li key={address.return_address_id} className={classes.card}>
              <div className={classes.form}>
                <span>
                  <SettingTag>{scopeOf(address)}</SettingTag>
                </span>
                <Address address={address} />
              </div>
              {may('workspace.change') ? (
                <span className={classes.mailHead}>
                  <Button
                    size="compact-xs"
                    variant="default"
                    aria-label={t('addresses.editOne', { name: address.name })}
                    onClick={() => begin(address)}
                  >
                    {t('addresses.edit')}
                  </Button>
                  <Button
                    size="compact-xs"
                    variant="subtle"
                    color="red"
                    aria-label={t('addresses.deleteOne', { name: address.name })}
                    onClick={() => {
                      setDoomed(address);
                      setAsking(true);
                    }}
                  >
                    {t('addresses.delete')}
                  </Button>
                </span>
              ) : null}
            </li>
          ))}
        </ul>
      ) : null}
      {edit ? (
        <Suspense fallback={null}>
          <AddressDrawer key={edit.round} address={edit.address} open={isEditing} onClose={() => setEditing(false)} />
        </Suspense>
      ) : null}
      <ConfirmMoney
        open={isAsking}
        onClose={() => setAsking(false)}
        title={t('addresses.deleteTitle', { name: doomed?.name ?? '' })}
        text={t('addresses.deleteText')}
        verb={t('addresses.delete')}
        danger
        onConfirm={async () => {
          if (!doomed) return;
          await api('DELETE /orders/returns/v1/addresses/{return_address_id}', {
            params: { return_address_id: doomed.return_address_id },
            quiet: true,
          });
          await client.invalidateQueries({ queryKey: ['orders'] });
        }}
      />
    </SettingCard>
  );
}
