import { Button, NativeSelect, Radio } from '@mantine/core';
import { DOCUMENT_KINDS, type DocumentKind, MOST_DOCUMENTS } from '@quayside/contracts/document-choices.ts';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES, supportedLanguage } from '../../../i18n/languages.ts';
import { Dialog } from '../../../kit/dialog.tsx';
import { Failure } from '../../../kit/failure.tsx';
import { api } from '../../../lib/api.ts';
import { queryKeys } from '../../../lib/query-keys.ts';
import { saveBytes } from '../../../lib/save-file.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { useForm } from '../../../lib/use-form.ts';
import type { TaskProps } from '../use-task.ts';
import classes from './documents-dialog.module.css';

/** Downloads invoices or packing slips as one PDF. */
export default function DocumentsDialog({ task, open, onClose }: TaskProps<'documents'>) {
  const { t, i18n } = useTranslation('documents');
  const { workplaceId } = useAccount();
  const [kind, setKind] = useState<DocumentKind>('invoice');
  const [chosen, setChosen] = useState<string>();
  const { data } = useQuery({
    queryKey: [...queryKeys.part('orders', 'document-settings'), workplaceId],
    queryFn: ({ signal }) => api('GET /orders/document-settings', { signal }),
    enabled: open,
  });
  const language = supportedLanguage(chosen ?? data?.language ?? i18n.language);
  const count = task.orderIds.length;
  const tooMany = count > MOST_DOCUMENTS ? t('dialog.tooMany', { most: MOST_DOCUMENTS }) : undefined;
  const form = useForm(async () => {
    const file = await api('POST /orders/documents', {
      body: { order_ids: [...task.orderIds], kind, language },
      quiet: true,
    });
    saveBytes(
      file.file_name,
      Uint8Array.from(atob(file.pdf), (byte) => byte.charCodeAt(0)),
      'application/pdf',
    );
    onClose();
  });
  return (
    <Dialog open={open} onClose={onClose} title={t('dialog.title', { count })} busy={form.busy}>
      <form className={classes.form} onSubmit={form.submit}>
        <Radio.Group
          label={t('dialog.kind')}
          value={kind}
          onChange={(value) => setKind(DOCUMENT_KINDS.find((one) => one === value) ?? 'invoice')}
        >
          <div className={classes.choices}>
            {DOCUMENT_KINDS.map((one) => (
              <Radio key={one} value={one} label={t(`dialog.kinds.${one}`)} />
            ))}
          </div>
        </Radio.Group>
        <NativeSelect
          label={t('dialog.language')}
          value={language}
          onChange={(event) => setChosen(event.currentTarget.value)}
          data={LANGUAGES.map(({ code, name }) => ({ value: code, label: name }))}
        />
        {count > 1 ? <p className={classes.note}>{t('dialog.note')}</p> : null}
        {data && !data.logo && !data.brand_name && !data.address ? (
          <p className={classes.note}>
            <Link to="/app/setting/documents">{t('dialog.brand')}</Link>
          </p>
        ) : null}
        <Failure text={tooMany ?? form.failure} />
        <Button type="submit" loading={form.busy} disabled={tooMany !== undefined}>
          {t('dialog.download')}
        </Button>
      </form>
    </Dialog>
  );
}
