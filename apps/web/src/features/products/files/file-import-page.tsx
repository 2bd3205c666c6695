import { Button, FileButton, NativeSelect } from '@mantine/core';
import { PRODUCT_FILE } from '@quayside/contracts/product-file-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { ArrowLeft, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/failure.tsx';
import { LinkButton } from '../../../kit/link-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SettingCard, SettingPage } from '../../../kit/setting-card.tsx';
import { StatusBadge } from '../../../kit/status-badge.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { ApiError, api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import { useMay } from '../../../lib/use-may.ts';
import { FileCard, IMPORT_TONES } from './file-card.tsx';
import classes from './files.module.css';

const UPLOAD = 'POST /center/products/file-imports';
/** The currency of suppliers' products. */
const USUAL_CURRENCY = 'USD';

/** Products from a CSV file: the upload, the preview of the file in the URL, and the files before it. */
export default function FileImportPage() {
  const { t } = useTranslation('productFiles');
  const navigate = useNavigate();
  const { import: importId } = useSearch({ strict: false }) as { import?: string };
  const show = (id: string | undefined) =>
    void navigate({ to: '/app/products-import/file', search: id ? { import: id } : {} });
  return (
    <>
      <PageHeader title={t('import.title')} note={t('import.intro')}>
        <LinkButton
          to="/app/products-import"
          variant="default"
          leftSection={<ArrowLeft size={16} className="flip" aria-hidden />}
        >
          {t('import.back')}
        </LinkButton>
      </PageHeader>
      <SettingPage>
        {importId ? (
          <FileCard key={importId} importId={importId} onClose={() => show(undefined)} />
        ) : (
          <UploadCard onUploaded={show} />
        )}
        <RecentFiles shown={importId} onShow={show} />
      </SettingPage>
    </>
  );
}

function UploadCard({ onUploaded }: { onUploaded(id: string): void }) {
  const { t } = useTranslation('productFiles');
  const { why } = useMay();
  const { account, workplaceId } = useAccount();
  const client = useQueryClient();
  const reset = useRef<() => void>(null);
  const [currency, setCurrency] = useState(USUAL_CURRENCY);
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const currencies = [...new Set([USUAL_CURRENCY, ...stores.map((store) => store.currency)])];
  const form = useForm(async () => undefined);
  const obstacle = why('products.change');

  function upload(file: File | null): void {
    if (!file) return;
    // Else the browser reports nothing when a corrected file of the same name is chosen.
    reset.current?.();
    void form.run(async () => {
      if (file.size > PRODUCT_FILE.most)
        throw new ApiError(UPLOAD, { status: 204, code: 'FILE_TOO_LARGE', message: t('import.tooLarge') });
      const { import_id } = await api(UPLOAD, {
        query: { file_name: file.name.slice(0, 200), currency, request_key: crypto.randomUUID() },
        body: new Blob([file], { type: 'text/csv' }),
        quiet: true,
      });
      await client.invalidateQueries({ queryKey: queryKeys.part('products', 'file-imports') });
      onUploaded(import_id);
    });
  }

  return (
    <SettingCard title={t('import.upload')} note={t('import.note')}>
      <NativeSelect
        label={t('import.currency')}
        description={t('import.currencyNote')}
        value={currency}
        onChange={(event) => setCurrency(event.currentTarget.value)}
        data={currencies}
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
              {t('import.choose')}
            </Button>
          )}
        </FileButton>
      </div>
    </SettingCard>
  );
}

function RecentFiles({ shown, onShow }: { shown: string | undefined; onShow(id: string): void }) {
  const { t } = useTranslation('productFiles');
  const { dateTime } = useFormats();
  const { workplaceId } = useAccount();
  const { data } = useQuery({
    queryKey: [...queryKeys.part('products', 'file-imports'), workplaceId],
    queryFn: ({ signal }) => api('GET /center/products/file-imports', { signal }),
  });
  const others = data?.items.filter((one) => one.import_id !== shown) ?? [];
  if (others.length === 0) return null;
  return (
    <SettingCard title={t('import.recent')} note={t('import.recentNote')}>
      <ul className={classes.files}>
        {others.map((one) => (
          <li key={one.import_id}>
            <button type="button" className={classes.hit} onClick={() => onShow(one.import_id)}>
              <span className={classes.names}>
                <bdi>{one.file_name}</bdi>
                <small>{dateTime(one.created_at)}</small>
              </span>
              <StatusBadge tone={IMPORT_TONES[one.state]} label={t(`import.state.${one.state}`)} />
            </button>
          </li>
        ))}
      </ul>
    </SettingCard>
  );
}
