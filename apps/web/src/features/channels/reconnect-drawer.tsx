import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Drawer } from '../../kit/drawer.tsx';
import { SchemaForm } from '../../kit/schema-form.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import classes from './channels.module.css';
import { credentialSchema, credentialValues, withCredentialErrors } from './fields.ts';

interface Props {
  store: CallData<'GET /stores/list-store'>['items'][number];
  open: boolean;
  onClose(): void;
}

/** New keys for a store whose old ones stopped working. */
export function ReconnectDrawer({ store, open, onClose }: Props) {
  const { t } = useTranslation('channels');
  const client = useQueryClient();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'platforms', { shop: store.base_url }),
    queryFn: ({ signal }) => api('GET /connections/platforms', { query: { shop: store.base_url }, signal }),
    enabled: open,
  });
  const offer = data?.items.find((one) => one.platform === store.platform);
  return (
    <Drawer open={open} onClose={onClose} title={t('reconnectTitle', { name: store.store_name })} width={520}>
      {offer ? (
        <div className={classes.form}>
          <SchemaForm
            schema={credentialSchema(t, offer.fields)}
            submitLabel={t('reconnect')}
            onSubmit={async (values) => {
              await withCredentialErrors(() =>
                api('POST /connections/{store_id}/reconnect', {
                  params: { store_id: store.id },
                  body: { credentials: credentialValues(values) },
                }),
              );
              await client.invalidateQueries({ queryKey: ['stores'] });
              onClose();
            }}
          />
        </div>
      ) : (
        <div className={classes.form}>
          {error ? (
            <ErrorState error={error} onRetry={() => void refetch()} small />
          ) : (
            <SkeletonBox width="100%" height={200} />
          )}
        </div>
      )}
    </Drawer>
  );
}
