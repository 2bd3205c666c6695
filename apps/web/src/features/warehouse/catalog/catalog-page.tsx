import { Button, FileButton } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { TriangleAlert, Upload } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../../kit/failure.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { SettingCard, SettingPage } from '../../../kit/setting-card.tsx';
import { SkeletonBox } from '../../../kit/skeletons.tsx';
import { ErrorState } from '../../../kit/states.tsx';
import { api, errorText } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { saveFile } from '../../../lib/save-file.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './catalog.module.css';
import { ImportCard } from './import-card.tsx';
import { PicturesCard } from './pictures-card.tsx';
import { RatesCard } from './rates-card.tsx';
import { RecentImports } from './recent-imports.tsx';

const saveTemplate = async (kind: 'products' | 'stock' | 'rates'): Promise<void> => {
  const file = await api('GET /operator/catalog/template', { query: { kind } });
  saveFile(file.file_name, file.csv);
};

/** For operators: their own products, stock and shipping rates from CSV files, and the pictures that go with them. */
export default function CatalogPage() {
  const { t } = useTranslation('warehouse');
  const { number } = useFormats();
  const navigate = useNavigate();
  const client = useQueryClient();
  const { import: importId } = useSearch({ from: '/app/warehouse/catalog' });
  const reset = useRef<() => void>(null);
  const [uploading, setUploading] = useState(false);
  const [failure, setFailure] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('warehouse', 'catalog'),
    queryFn: ({ signal }) => api('GET /operator/catalog', { signal }),
    refetchInterval: (query) => ((query.state.data?.pictures.waiting ?? 0) > 0 ? 5_000 : false),
  });
  const show = (id: string | undefined) => void navigate({ to: '/app/warehouse/catalog', search: { import: id } });

  async function upload(file: File | null): Promise<void> {
    if (!file) return;
    // Else the browser reports nothing when a corrected file of the same name is chosen.
    reset.current?.();
    setUploading(true);
    setFailure(undefined);
    try {
      const body = new Blob([file], { type: 'text/csv' });
      const { import_id } = await api('POST /operator/catalog/imports', {
        query: { file_name: file.name.slice(0, 200) },
        body,
        quiet: true,
      });
      await client.invalidateQueries({ queryKey: ['warehouse'] });
      show(import_id);
    } catch (problem) {
      setFailure(errorText(problem));
    } finally {
      setUploading(false);
    }
  }

  return (
    <>
      <PageHeader
        title={t('catalog.title')}
        onBack={() => void navigate({ to: '/app/warehouse' })}
        actions={
          data ? (
            <FileButton resetRef={reset} accept=".csv,.tsv,.txt,text/csv" onChange={(file) => void upload(file)}>
              {(props) => (
                <Button {...props} loading={uploading} leftSection={<Upload size={16} aria-hidden />}>
                  {t('catalog.import')}
                </Button>
              )}
            </FileButton>
          ) : null
        }
      />
      <SettingPage>
        {failure ? <Failure text={failure} /> : null}
        {data && !data.is_sold_here ? <Notice text={t('catalog.soldElsewhere')} /> : null}
        {data?.mode === 'sandbox' ? <Notice text={t('catalog.inSandbox')} /> : null}
        {data?.mode === 'live' && data.products.active > 0 && data.rates.rates === 0 ? (
          <Notice text={t('catalog.needsRates')} />
        ) : null}
        {importId ? <ImportCard key={importId} importId={importId} onClose={() => show(undefined)} /> : null}
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={240} /> : null}
        {data ? (
          <>
            <SettingCard
              title={t('catalog.products')}
              note={
                data.products.active + data.products.archived === 0
                  ? t('catalog.productsNone')
                  : t('catalog.productsNote')
              }
              actions={
                data.products.active + data.products.archived > 0 ? (
                  <Button
                    variant="default"
                    onClick={() =>
                      void api('GET /operator/catalog/export', { query: { kind: 'products' } }).then((file) =>
                        saveFile(file.file_name, file.csv),
                      )
                    }
                  >
                    {t('catalog.download')}
                  </Button>
                ) : null
              }
            >
              <dl className={classes.figures}>
                <Figure label={t('catalog.active')} value={number(data.products.active)} />
                <Figure label={t('catalog.archived')} value={number(data.products.archived)} />
              </dl>
              <div className={classes.buttons}>
                <Button variant="default" onClick={() => void saveTemplate('products')}>
                  {t('catalog.productTemplate')}
                </Button>
                <Button variant="default" onClick={() => void saveTemplate('stock')}>
                  {t('catalog.stockTemplate')}
                </Button>
              </div>
            </SettingCard>
            <RatesCard count={data.rates} onTemplate={() => saveTemplate('rates')} />
            <PicturesCard counts={data.pictures} />
          </>
        ) : null}
        {data ? <RecentImports shown={importId} onShow={show} /> : null}
      </SettingPage>
    </>
  );
}

function Figure({ label, value }: { label: string; value: string }) {
  return (
    <div className={classes.figure}>
      <dt>{label}</dt>
      <dd>{value}</dd>
    </div>
  );
}

function Notice({ text }: { text: string }) {
  return (
    <p className={classes.notice} role="note">
      <TriangleAlert size={16} aria-hidden />
      <span>{text}</span>
    </p>
  );
}
