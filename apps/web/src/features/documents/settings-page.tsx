import { Button, NativeSelect, Textarea, TextInput } from '@mantine/core';
import type { DocumentSetting } from '@quayside/contracts';
import { LOGO_FILE, PAPERS } from '@quayside/contracts/document-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n/languages.ts';
import { Failure } from '../../kit/failure.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { SettingButtons, SettingCard, SettingNote, SettingPage } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './documents.module.css';

const SAVE_LOGO = 'PUT /orders/document-settings/logo';
const QUERY_KEY = queryKeys.part('orders', 'document-settings');

/** The brand on invoices and packing slips, and their language and paper. */
export default function DocumentsPage() {
  const { t } = useTranslation('documents');
  const { workplaceId } = useAccount();
  const { data, error, refetch } = useQuery({
    queryKey: [...QUERY_KEY, workplaceId],
    queryFn: ({ signal }) => api('GET /orders/document-settings', { signal }),
  });
  return (
    <>
      <PageHeader title={t('title')} />
      <SettingPage>
        {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} /> : null}
        {!data && !error ? <SkeletonBox width="100%" height={420} /> : null}
        {data ? (
          <>
            <LogoCard logo={data.logo} />
            <SettingForm key={`${workplaceId} ${JSON.stringify({ ...data, logo: null })}`} kept={data} />
          </>
        ) : null}
      </SettingPage>
    </>
  );
}

function LogoCard({ logo }: { logo: string | null }) {
  const { t } = useTranslation('documents');
  const { why } = useMay();
  const client = useQueryClient();
  const input = useRef<HTMLInputElement>(null);
  const form = useForm(async () => undefined);
  const off = why('workspace.change') !== undefined;
  const refresh = () => client.invalidateQueries({ queryKey: QUERY_KEY });

  function choose(event: ChangeEvent<HTMLInputElement>): void {
    const file = event.currentTarget.files?.[0];
    // The same file may be chosen again.
    event.currentTarget.value = '';
    if (!file) return;
    void form.run(async () => {
      if (file.size > LOGO_FILE.most)
        throw new ApiError(SAVE_LOGO, { status: 204, code: 'FILE_TOO_LARGE', message: t('logoTooLarge') });
      await api(SAVE_LOGO, { body: file, quiet: true });
      await refresh();
    });
  }

  return (
    <SettingCard title={t('logo')} note={t('logoNote')}>
      {logo ? <img src={logo} alt={t('logo')} className={classes.logo} /> : null}
      <Failure text={form.failure} />
      <SettingButtons>
        <MayButton
          needs="workspace.change"
          variant="default"
          loading={form.busy}
          onClick={() => input.current?.click()}
        >
          {t(logo ? 'logoChange' : 'logoChoose')}
        </MayButton>
        {logo && !off ? (
          <Button
            variant="subtle"
            color="red"
            disabled={form.busy}
            onClick={() =>
              void form.run(async () => {
                await api('DELETE /orders/document-settings/logo', { quiet: true });
                await refresh();
              })
            }
          >
            {t('logoRemove')}
          </Button>
        ) : null}
      </SettingButtons>
      <input
        ref={input}
        type="file"
        accept={LOGO_FILE.types.join(',')}
        className="visually-hidden"
        tabIndex={-1}
        aria-hidden="true"
        onChange={choose}
      />
    </SettingCard>
  );
}

function SettingForm({ kept }: { kept: DocumentSetting }) {
  const { t } = useTranslation('documents');
  const { why } = useMay();
  const { workplaceId } = useAccount();
  const client = useQueryClient();
  const obstacle = why('workspace.change');
  const readOnly = obstacle !== undefined;
  const form = useForm(async ({ brand_name = '', address = '', tax_number = '', note = '', language, paper }) => {
    await api('PUT /orders/document-settings', {
      body: {
        brand_name,
        address,
        tax_number,
        note,
        language: LANGUAGES.find(({ code }) => code === language)?.code ?? null,
        paper: PAPERS.find((one) => one === paper) ?? 'A4',
      },
    });
    await client.invalidateQueries({ queryKey: QUERY_KEY });
  });
  const field = (name: 'brand_name' | 'address' | 'tax_number' | 'note') => ({
    name,
    defaultValue: kept[name],
    error: form.error(name),
    readOnly,
    dir: 'auto',
  });
  return (
    <RestoredForm name={`documents ${workplaceId}`} form={form} className={classes.form}>
      <SettingCard title={t('brand')} note={t('brandNote')}>
        <TextInput label={t('name')} description={t('nameNote')} maxLength={120} {...field('brand_name')} />
        <Textarea label={t('address')} autosize minRows={3} maxRows={8} maxLength={400} {...field('address')} />
        <TextInput label={t('taxNumber')} description={t('taxNumberNote')} maxLength={60} {...field('tax_number')} />
        <Textarea
          label={t('note')}
          description={t('noteNote')}
          autosize
          minRows={2}
          maxRows={8}
          maxLength={600}
          {...field('note')}
        />
      </SettingCard>
      <SettingCard title={t('defaults')}>
        <div className={classes.pair}>
          <NativeSelect
            name="language"
            label={t('language')}
            defaultValue={kept.language ?? ''}
            disabled={readOnly}
            data={[
              { value: '', label: t('languageOwn') },
              ...LANGUAGES.map(({ code, name }) => ({ value: code, label: name })),
            ]}
          />
          <NativeSelect
            name="paper"
            label={t('paper')}
            defaultValue={kept.paper}
            disabled={readOnly}
            data={PAPERS.map((value) => ({ value, label: t(`papers.${value}`) }))}
          />
        </div>
      </SettingCard>
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton needs="workspace.change" type="submit" loading={form.busy}>
          {t('save')}
        </MayButton>
      </div>
    </RestoredForm>
  );
}
