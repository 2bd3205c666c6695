import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { currencyChoices, ownTimeZone } from '../../lib/outside/zones.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './workspaces.module.css';

const Dialog = lazyChunk(() => import('../../kit/dialog.tsx').then((kit) => ({ default: kit.Dialog })));

/** A new workspace: its name and currency; the time zone is this browser's. */
export function NewWorkspace({ open, onClose }: { open: boolean; onClose(): void }) {
  const { t, i18n } = useTranslation(['workspaces', 'common']);
  const client = useQueryClient();
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const form = useForm(async ({ name = '', currency = 'USD' }) => {
    await api('POST /auth/workplace/create', { body: { name, currency, time_zone: ownTimeZone() } });
    await client.invalidateQueries({ queryKey: ['stores'] });
    onClose();
  });
  if (!open) return null;
  return (
    <Suspense fallback={null}>
      <Dialog open onClose={onClose} title={t('all.new')} busy={form.busy}>
        <form noValidate className={classes.form} onSubmit={form.submit}>
          <TextInput
            name="name"
            label={t('this.name')}
            placeholder={t('new.example')}
            maxLength={80}
            error={form.error('name')}
            data-autofocus
          />
          <NativeSelect
            name="currency"
            label={t('this.currency')}
            defaultValue="USD"
            data={currencies}
            error={form.error('currency')}
          />
          <p className={classes.quiet}>{t('new.wallet')}</p>
          <Failure text={form.failure} />
          <div className={classes.buttons}>
            <Button type="submit" loading={form.busy}>
              {t('new.verb')}
            </Button>
            <Button variant="subtle" onClick={onClose} disabled={form.busy}>
              {t('common:cancel')}
            </Button>
          </div>
        </form>
      </Dialog>
    </Suspense>
  );
}
