import { Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { NEVER_FOR_TOKENS, PERMISSIONS, type Permission } from '@quayside/contracts/permissions.ts';
import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { CopyText, SettingButtons, settingForm } from '../../kit/setting-card.tsx';
import { StoreLimit } from '../../kit/store-limit.tsx';
import { api, type CallBody } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { useForm } from '../../lib/use-form.ts';

const Dialog = lazyChunk(() => import('../../kit/dialog.tsx').then((kit) => ({ default: kit.Dialog })));
const SCOPES = PERMISSIONS.filter((one) => !NEVER_FOR_TOKENS.includes(one) && !one.startsWith('sandbox.'));
const DAYS = [7, 30, 90, 365] as const;

/** Name, what it may, how long; then the token, which is shown this once. */
export function NewToken({ onClose }: { onClose(): void }) {
  const { t } = useTranslation(['tokens', 'common']);
  const client = useQueryClient();
  const [scopes, setScopes] = useState<Permission[]>(['orders.read']);
  const [stores, setStores] = useState<string[] | null>(null);
  const [token, setToken] = useState<string>();
  const form = useForm(async ({ name = '', days = '90' }) => {
    const body = { name, scopes, store_ids: stores, days: days === 'never' ? null : Number(days) };
    const made = await api('POST /api-tokens', { body: body as CallBody<'POST /api-tokens'> });
    setToken(made.token);
    await client.invalidateQueries({ queryKey: ['team'] });
  });
  return (
    <Suspense fallback={null}>
      <Dialog open onClose={onClose} title={t('new.open')} busy={form.busy} width={520}>
        {token ? (
          <div className={settingForm()}>
            <p>{t('new.once')}</p>
            <CopyText text={token} label={t('new.token')} />
            <SettingButtons>
              <Button onClick={onClose}>{t('common:close')}</Button>
            </SettingButtons>
          </div>
        ) : (
          <form noValidate className={settingForm()} onSubmit={form.submit}>
            <TextInput
              name="name"
              label={t('new.name')}
              placeholder={t('new.example')}
              maxLength={80}
              error={form.error('name')}
              data-autofocus
            />
            <Checkbox.Group
              label={t('new.scopes')}
              value={scopes}
              onChange={(next) => setScopes(next as Permission[])}
              error={form.error('scopes')}
            >
              <div className={settingForm()}>
                {SCOPES.map((one) => (
                  <Checkbox
                    key={one}
                    value={one}
                    label={t(`common:permission.${one.replace('.', '_') as 'orders_pay'}`)}
                    description={<span dir="ltr">{one}</span>}
                  />
                ))}
              </div>
            </Checkbox.Group>
            <StoreLimit value={stores} onChange={setStores} error={form.error('store_ids')} />
            <NativeSelect
              name="days"
              label={t('new.days')}
              defaultValue="90"
              data={[
                ...DAYS.map((days) => ({ value: String(days), label: t('common:filter.days', { count: days }) })),
                { value: 'never', label: t('noEnd') },
              ]}
              error={form.error('days')}
            />
            <Failure text={form.failure} />
            <SettingButtons>
              <Button type="submit" loading={form.busy} disabled={scopes.length === 0 || stores?.length === 0}>
                {t('new.verb')}
              </Button>
              <Button variant="subtle" onClick={onClose} disabled={form.busy}>
                {t('common:cancel')}
              </Button>
            </SettingButtons>
          </form>
        )}
      </Dialog>
    </Suspense>
  );
}
