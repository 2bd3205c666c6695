import { Button, NativeSelect } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { MayButton } from '../../../kit/may-button.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import classes from './adoption.module.css';
import { AdoptionResult } from './adoption-result.tsx';
import { ChooseProducts } from './choose-products.tsx';

const LOOK_MS = 1_000;

interface Props {
  open: boolean;
  /** undefined: to be chosen. */
  storeId: string | undefined;
  onClose(): void;
}

/** Says what bringing in a store's products does, starts it, and shows its progress and result. */
export default function AdoptDialog({ open, storeId, onClose }: Props) {
  const { t } = useTranslation('adoption');
  const { workplaceId } = useAccount();
  const client = useQueryClient();
  const [chosen, setChosen] = useState<string>();
  const [which, setWhich] = useState<'all' | 'some'>('all');
  const form = useForm(async () => undefined);
  const { data: stores } = useQuery({
    queryKey: queryKeys.part('stores', 'to adopt', { workplaceId }),
    queryFn: ({ signal }) => api('GET /stores/list-store', { signal }),
    enabled: open,
  });
  const items = stores?.items.filter((one) => one.status === 'active') ?? [];
  const store = items.find((one) => one.id === (storeId ?? chosen)) ?? (storeId ? undefined : items[0]);
  const listKey = queryKeys.part('products', 'adoptions', { workplaceId });
  const { data } = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api('GET /center/products/adoptions', { signal }),
    enabled: open,
    refetchInterval: (query) => (query.state.data?.items.some((one) => one.state === 'running') ? LOOK_MS : false),
  });
  const run = data?.items.find((one) => one.store_id === store?.id);
  const act = (work: () => Promise<unknown>) =>
    void form.run(async () => {
      await work();
      await client.invalidateQueries({ queryKey: listKey });
    });
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={store ? t('title', { store: store.store_name }) : t('start')}
      width={560}
    >
      <div className={classes.body}>
        {stores && !store ? (
          <>
            <p>{t('noStore')}</p>
            <div className={classes.buttons}>
              <LinkButton to="/app/channel">{t('connect')}</LinkButton>
            </div>
          </>
        ) : null}
        {store ? (
          <>
            {storeId === undefined && items.length > 1 ? (
              <NativeSelect
                label={t('store')}
                value={store.id}
                data={items.map((one) => ({ value: one.id, label: one.store_name }))}
                onChange={(event) => setChosen(event.currentTarget.value)}
              />
            ) : null}
            <ul className={classes.text}>
              <li>{t('text.reads')}</li>
              <li>
                <strong>{t('text.writes')}</strong>
              </li>
              <li>{t('text.supplier')}</li>
              <li>{t('text.again')}</li>
            </ul>
            <Segmented<'all' | 'some'>
              label={t('which.label')}
              value={which}
              choices={(['all', 'some'] as const).map((value) => ({ value, label: t(`which.${value}`) }))}
              onChange={setWhich}
            />
            {which === 'some' ? (
              <ChooseProducts
                key={store.id}
                storeId={store.id}
                busy={form.busy}
                isRunning={run?.state === 'running'}
                onStart={(only) =>
                  act(() => api('POST /center/products/adoptions', { body: { store_id: store.id, only }, quiet: true }))
                }
              />
            ) : null}
            {run ? <AdoptionResult key={run.adoption_id} run={run} /> : null}
            <Failure text={form.failure} />
            <div className={classes.buttons}>
              {run?.state === 'running' ? (
                <MayButton
                  needs="products.change"
                  variant="default"
                  loading={form.busy}
                  onClick={() =>
                    act(() =>
                      api('POST /center/products/adoptions/{adoption_id}/cancel', {
                        params: { adoption_id: run.adoption_id },
                        quiet: true,
                      }),
                    )
                  }
                >
                  {t('cancel')}
                </MayButton>
              ) : which === 'all' ? (
                <MayButton
                  needs="products.change"
                  loading={form.busy}
                  onClick={() =>
                    act(() => api('POST /center/products/adoptions', { body: { store_id: store.id }, quiet: true }))
                  }
                >
                  {t('start')}
                </MayButton>
              ) : null}
              {run && run.state !== 'running' ? (
                <LinkButton variant="default" to="/app/products-center">
                  {t('show')}
                </LinkButton>
              ) : null}
              <Button variant="subtle" onClick={onClose}>
                {t('close')}
              </Button>
            </div>
          </>
        ) : null}
      </div>
    </Dialog>
  );
}
