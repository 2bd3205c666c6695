import { Button, Switch, TextInput } from '@mantine/core';
import type { NotificationDelivery, NotificationSettings } from '@quayside/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { RotateCw, Send, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmMoney } from '../../kit/confirm-money.tsx';
import { Failure } from '../../kit/failure.tsx';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { CopyText, SettingButtons, SettingCard, SettingNote, settingForm } from '../../kit/setting-card.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { api } from '../../lib/api.ts';
import { lazyChunk } from '../../lib/lazy-chunk.ts';
import { toast } from '../../lib/toasts.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './settings.module.css';

const Dialog = lazyChunk(() => import('../../kit/dialog.tsx').then((kit) => ({ default: kit.Dialog })));

const TONES: Record<NotificationDelivery['state'], Tone> = { waiting: 'waiting', sent: 'done', failed: 'broken' };

/** Where notifications of the workspace also go: the address, the secret, a test, and what came of the last ones. */
export function WebhookCard({ settings }: { settings: NotificationSettings }) {
  const { t } = useTranslation(['notifications', 'common']);
  const client = useQueryClient();
  const { workplaceId } = useAccount();
  const hook = settings.webhook;
  const [active, setActive] = useState(hook?.is_active ?? true);
  const [secret, setSecret] = useState<string>();
  const [testing, setTesting] = useState(false);
  const [asking, setAsking] = useState<'secret' | 'remove'>();
  const fresh = () => client.invalidateQueries({ queryKey: ['notifications'] });
  const form = useForm(async ({ url = '' }) => {
    // A new webhook hears of everything that is also shown; what it hears is chosen above.
    const kinds = settings.kinds.filter((one) => (hook ? one.webhook : one.app)).map((one) => one.kind);
    const made = await api('PUT /notifications/webhook', { body: { url, is_active: active, kinds } });
    if (made.secret) setSecret(made.secret);
    await fresh();
  });
  async function test(): Promise<void> {
    setTesting(true);
    try {
      const delivery = await api('POST /notifications/webhook/test', { quiet: true });
      if (delivery.state === 'sent') toast('success', t('webhook.tested'));
      else toast('error', delivery.error ?? t('webhook.state.failed'));
    } catch {
      toast('error', t('webhook.state.failed'));
    } finally {
      setTesting(false);
      await fresh();
    }
  }
  return (
    <SettingCard title={t('webhook.title')} note={t('webhook.note')}>
      <RestoredForm name={`webhook ${workplaceId}`} form={form} className={settingForm()}>
        <TextInput
          name="url"
          type="url"
          dir="ltr"
          label={t('webhook.url')}
          placeholder="https://example.com/quayside"
          defaultValue={hook?.url ?? ''}
          error={form.error('url')}
        />
        {hook ? (
          <Switch
            label={t('webhook.active')}
            checked={active}
            onChange={(event) => setActive(event.currentTarget.checked)}
          />
        ) : null}
        <Failure text={form.failure} />
        <SettingButtons>
          <Button type="submit" loading={form.busy}>
            {hook ? t('webhook.save') : t('webhook.make')}
          </Button>
          {hook ? (
            <>
              <Button
                variant="default"
                leftSection={<Send size={16} className="flip" aria-hidden />}
                loading={testing}
                onClick={() => void test()}
              >
                {t('webhook.test')}
              </Button>
              <Button
                variant="default"
                leftSection={<RotateCw size={16} aria-hidden />}
                onClick={() => setAsking('secret')}
              >
                {t('webhook.renew')}
              </Button>
              <Button
                variant="subtle"
                color="red"
                leftSection={<Trash2 size={16} aria-hidden />}
                onClick={() => setAsking('remove')}
              >
                {t('webhook.remove')}
              </Button>
            </>
          ) : null}
        </SettingButtons>
      </RestoredForm>
      {hook ? (
        <>
          <SettingNote>
            {t('webhook.secret')} <code dir="ltr">…{hook.secret_tail}</code>
          </SettingNote>
          <h3 className={classes.subtitle}>{t('webhook.last')}</h3>
          {hook.deliveries.length === 0 ? <SettingNote>{t('webhook.none')}</SettingNote> : null}
          <Deliveries rows={hook.deliveries} />
        </>
      ) : null}
      {secret ? (
        <Suspense fallback={null}>
          <Dialog open onClose={() => setSecret(undefined)} title={t('webhook.secretTitle')} width={520}>
            <div className={settingForm()}>
              <p>{t('webhook.once')}</p>
              <CopyText text={secret} label={t('webhook.secret')} />
              <SettingButtons>
                <Button onClick={() => setSecret(undefined)}>{t('common:close')}</Button>
              </SettingButtons>
            </div>
          </Dialog>
        </Suspense>
      ) : null}
      <ConfirmMoney
        open={asking !== undefined}
        onClose={() => setAsking(undefined)}
        danger
        title={asking === 'remove' ? t('webhook.removeTitle') : t('webhook.renewTitle')}
        text={asking === 'remove' ? t('webhook.removeText') : t('webhook.renewText')}
        verb={asking === 'remove' ? t('webhook.remove') : t('webhook.renew')}
        onConfirm={async () => {
          if (asking === 'remove') await api('DELETE /notifications/webhook');
          else setSecret((await api('POST /notifications/webhook/secret')).secret);
          await fresh();
        }}
      />
    </SettingCard>
  );
}

function Deliveries({ rows }: { rows: readonly NotificationDelivery[] }) {
  const { t, i18n } = useTranslation('notifications');
  const { dateTime } = useFormats();
  // i18n-keys: notifications:kind.*
  const nameOf = (row: NotificationDelivery): string => {
    if (row.is_test) return t('webhook.isTest');
    const key = `kind.${row.kind}`;
    return i18n.exists(`notifications:${key}`) ? t(key as 'kind.order_received') : row.kind;
  };
  return (
    <ul className={classes.deliveries}>
      {rows.map((row) => (
        <li key={row.delivery_id} className={classes.delivery}>
          <StatusBadge tone={TONES[row.state]} label={t(`webhook.state.${row.state}`)} />
          <span className={classes.what}>
            {nameOf(row)}
            {row.error ? <span className={classes.quiet}> · {row.error}</span> : null}
            {row.attempts > 1 ? (
              <span className={classes.quiet}> · {t('webhook.tries', { count: row.attempts })}</span>
            ) : null}
          </span>
          <span className={classes.quiet}>{dateTime(row.sent_at ?? row.created_at)}</span>
        </li>
      ))}
    </ul>
  );
}
