import { Button, FileButton, NativeSelect } from '@mantine/core';
import type { OrderImport } from '@quayside/contracts';
import { ORDER_FILE } from '@quayside/contracts/manual-order-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/failure.tsx';
import { SettingCard } from '../../../kit/setting-card.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import type { LinkedStore } from '../../../lib/account.ts';
import { ApiError, api } from '../../../lib/api.ts';
import { toStoreChoices } from '../../../lib/outside/store-choices.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import classes from './create.module.css';
import { IMPORT_TONES, ImportCard } from './import-card.tsx';

const UPLOAD = 'POST /orders/imports';

/** Orders from a CSV file: the upload, the preview of the file in the URL, and the files before it. */
export function FileImport({ stores, importId }: { stores: readonly LinkedStore[]; importId: string | undefined }) {
  const { t } = useTranslation(['orders', 'createOrder']);
  const { why } = useMay();
  const { store: current } = useAccount();
  const client = useQueryClient();
  const navigate = useNavigate();
  const reset = useRef<() => void>(null);
  const [chosenStore, setStoreId] = useState('');
  // Derived, since the stores may arrive after the first render.
  const storeId = chosenStore || (stores.find((one) => one.id === current?.id)?.id ?? stores[0]?.id ?? '');
  const form = useForm(async () => undefined);
  const obstacle = why('orders.change');
  const show = (id: string | undefined) =>
    void navigate({ to: '/app/orders/create', search: id ? { way: 'file', import: id } : { way: 'file' } });

  function upload(file: File | null): void {
    if (!file) return;
    // Else the browser reports nothing when a corrected file of the same name is chosen.
    reset.current?.();
    void form.run(async () => {
      if (file.size > ORDER_FILE.most)
        throw new ApiError(UPLOAD, { status: 204, code: 'FILE_TOO_LARGE', message: t('createOrder:csv.tooLarge') });
      const { import_id } = await api(UPLOAD, {
        query: { store_id: storeId, file_name: file.name.slice(0, 200) },
        body: new Blob([file], { type: 'text/csv' }),
        quiet: true,
      });
      await client.invalidateQueries({ queryKey: queryKeys.part('orders', 'imports') });
      show(import_id);
    });
  }

  return (
    <>
      {importId ? (
        <ImportCard key={importId} importId={importId} onClose={() => show(undefined)} />
      ) : (
        <SettingCard title={t('createOrder:csv.title')} note={t('createOrder:csv.note')}>
          <NativeSelect
            label={t('createOrder:create.store')}
            value={storeId}
            onChange={(event) => setStoreId(event.currentTarget.value)}
            data={toStoreChoices(stores)}
            className={classes.field}
          />
          <Failure text={obstacle ?? form.failure} />
          <div className={classes.buttons}>
            <FileButton resetRef={reset} accept=".csv,.tsv,.txt,text/csv" onChange={upload}>
              {(props) => (
                <Button
                  {...props}
                  loading={form.busy}
                  disabled={obstacle !== undefined}
                  leftSection={<Upload size={16} aria-hidden />}
                >
                  {t('createOrder:csv.upload')}
                </Button>
              )}
            </FileButton>
            <Button
              variant="default"
              onClick={() =>
                void api('GET /orders/imports/template').then((file) => saveFile(file.file_name, file.csv))
              }
            >
              {t('createOrder:csv.template')}
            </Button>
          </div>
        </SettingCard>
      )}
      <RecentFiles shown={importId} onShow={show} />
    </>
  );
}

function RecentFiles({ shown, onShow }: { shown: string | undefined; onShow(id: string): void }) {
  const { t } = useTranslation(['orders', 'createOrder']);
  const { dateTime } = useFormats();
  const { workplaceId } = useAccount();
  const { data } = useQuery({
    queryKey: [...queryKeys.part('orders', 'imports'), workplaceId],
    queryFn: ({ signal }) => api('GET /orders/imports', { signal }),
  });
  const others = data?.items.filter((one: OrderImport) => one.import_id !== shown) ?? [];
  if (others.length === 0) return null;
  return (
    <SettingCard title={t('createOrder:csv.recent')} note={t('createOrder:csv.recentNote')}>
      <ul className={classes.files}>
        {others.map((one) => (
          <li key={one.import_id}>
            <button type="button" className={classes.hit} onClick={() => onShow(one.import_id)}>
              <span className={classes.names}>
                <bdi>{one.file_name}</bdi>
                <small>{dateTime(one.created_at)}</small>
              </span>
              <StatusBadge tone={IMPORT_TONES[one.state]} label={t(`createOrder:csv.state.${one.state}`)} />
            </button>
          </li>
        ))}
      </ul>
    </SettingCard>
  );
}
