import { Radio, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './placement.module.css';

type Kept = CallData<'GET /orders/v4/customs/{store_id}'>;

/** What a store declares to customs: its IOSS number and the value of the goods. */
export function CustomsCard({ storeId }: { storeId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('orders', 'customs', { storeId }),
    queryFn: ({ signal }) => api('GET /orders/v4/customs/{store_id}', { params: { store_id: storeId }, signal }),
  });
  if (error && !data) return <ErrorState small error={error} onRetry={() => void refetch()} />;
  if (!data) return <SkeletonBox width="100%" height={200} />;
  return <CustomsForm key={JSON.stringify(data)} kept={data} />;
}

function CustomsForm({ kept }: { kept: Kept }) {
  const { t } = useTranslation('placement');
  const { why } = useMay();
  const client = useQueryClient();
  const form = useForm(async () => undefined);
  const [ioss, setIoss] = useState(kept.ioss ?? '');
  const [declares, setDeclares] = useState(kept.declares);
  const obstacle = why('stores.change');
  const off = obstacle !== undefined;
  const isNew = ioss !== (kept.ioss ?? '') || declares !== kept.declares;
  const save = () =>
    form.run(async () => {
      await api('PUT /orders/v4/customs/{store_id}', {
        params: { store_id: kept.store_id },
        body: { ioss: ioss.trim() === '' ? null : ioss, declares },
      });
      await client.invalidateQueries({ queryKey: ['orders'] });
    });
  return (
    <form
      className={classes.form}
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <SettingCard title={t('customs.title')} note={t('customs.note', { names: kept.suppliers.join(', ') })}>
        <TextInput
          name="ioss"
          label={t('customs.ioss')}
          description={t('customs.iossNote')}
          value={ioss}
          maxLength={20}
          disabled={off}
          error={form.error('ioss')}
          className={classes.field}
          onChange={(event) => setIoss(event.currentTarget.value)}
        />
        <Radio.Group
          label={t('customs.declares')}
          value={declares}
          onChange={(value) => setDeclares(value === 'sale' ? 'sale' : 'supplier')}
        >
          <div className={classes.choices}>
            {(['supplier', 'sale'] as const).map((value) => (
              <Radio key={value} value={value} disabled={off} label={t(`customs.${value}`)} />
            ))}
          </div>
        </Radio.Group>
        <Failure text={form.failure} />
        {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
        <div>
          <MayButton needs="stores.change" type="submit" loading={form.busy} disabled={!off && !isNew}>
            {t('save')}
          </MayButton>
        </div>
      </SettingCard>
    </form>
  );
}
