import { Button } from '@mantine/core';
import type { ProductExport } from '@quayside/contracts';
import { PRODUCT_FILE_FORMS, type ProductFileForm } from '@quayside/contracts/product-file-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { api } from '../../../lib/api.ts';
import { connectorName } from '../../../lib/connectors.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import { useFormats } from '../../../lib/use-formats.ts';
import type { ExportChoice } from './export-choice.ts';
import classes from './files.module.css';

const LOOK_MS = 1_000;
const LIST = 'exports';
/** Bytes of the largest file that Shopify imports. Source: Shopify Help Center, "Using CSV files to import and export products". */
const SHOPIFY_MOST = 15 * 1024 * 1024;

interface Props {
  open: boolean;
  choice: ExportChoice;
  /** How many products there are; undefined: not known yet. */
  count: number | undefined;
  onClose(): void;
}

/** Starts an export, and offers its file and those of the last day. */
export default function ExportDialog({ open, choice, count, onClose }: Props) {
  const { t } = useTranslation('productFiles');
  const { workplaceId } = useAccount();
  const client = useQueryClient();
  const [form, setForm] = useState<ProductFileForm>('shopify');
  const start = useForm(async () => undefined);
  const listKey = queryKeys.part('products', LIST, { workplaceId });
  const { data } = useQuery({
    queryKey: listKey,
    queryFn: ({ signal }) => api('GET /center/products/exports', { signal }),
    refetchInterval: (query) => (query.state.data?.items.some((one) => one.state === 'running') ? LOOK_MS : false),
  });
  const run = () =>
    void start.run(async () => {
      await api('POST /center/products/exports', {
        body: {
          form,
          ...('filter' in choice ? { filter: choice.filter } : { product_ids: [...choice.productIds] }),
        },
        quiet: true,
      });
      await client.invalidateQueries({ queryKey: listKey });
    });
  const items = data?.items ?? [];
  return (
    <Dialog open={open} onClose={onClose} title={t('export.title')} width={520}>
      <div className={classes.body}>
        <p className={classes.quiet}>
          {count === undefined ? t('export.intro') : t('export.count', { count })} {t('export.prices')}
        </p>
        <Segmented<ProductFileForm>
          label={t('export.form')}
          value={form}
          choices={PRODUCT_FILE_FORMS.map((value) => ({ value, label: connectorName(value) }))}
          onChange={setForm}
        />
        <Failure text={start.failure} />
        <div className={classes.buttons}>
          <Button loading={start.busy} disabled={count === 0} onClick={run}>
            {t('export.start')}
          </Button>
        </div>
        {items.length > 0 ? (
          <section aria-label={t('export.recent')}>
            <h3 className={classes.label}>{t('export.recent')}</h3>
            <ul className={classes.files} aria-live="polite">
              {items.map((one) => (
                <ExportLine key={one.export_id} one={one} />
              ))}
            </ul>
            <p className={classes.quiet}>{t('export.kept')}</p>
          </section>
        ) : null}
      </div>
    </Dialog>
  );
}

function ExportLine({ one }: { one: ProductExport }) {
  const { t } = useTranslation('productFiles');
  const { dateTime } = useFormats();
  const isLarge = one.form === 'shopify' && (one.file?.bytes ?? 0) > SHOPIFY_MOST;
  return (
    <li className={classes.file}>
      <span className={classes.names}>
        <span>
          {connectorName(one.form)} · {t('export.products', { count: one.products })}
        </span>
        <small>{dateTime(one.created_at)}</small>
        {one.fault ? <small className={classes.failure}>{one.fault}</small> : null}
        {isLarge ? <small className={classes.warning}>{t('export.large')}</small> : null}
      </span>
      {one.state === 'running' ? <span className={classes.quiet}>{t('export.running')}</span> : null}
      {one.file ? (
        <Button
          component="a"
          href={one.file.url}
          download={one.file.name}
          size="xs"
          variant="default"
          leftSection={<Download size={14} aria-hidden />}
        >
          {t('export.download')}
        </Button>
      ) : null}
      {one.state === 'done' && !one.file ? <span className={classes.quiet}>{t('export.gone')}</span> : null}
    </li>
  );
}
