import { Button, NativeSelect, Switch, TextInput } from '@mantine/core';
import { SHOPPER_MAIL_KINDS, type ShopperMailKind } from '@quayside/contracts/shopper-mail-choices.ts';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LANGUAGES } from '../../i18n/languages.ts';
import { Failure } from '../../kit/failure.tsx';
import { Letter } from '../../kit/letter.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { SettingCard, SettingNote } from '../../kit/setting-card.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { StatusBadge, type Tone } from '../../kit/status-badge.tsx';
import { storesInUse } from '../../lib/account.ts';
import { api, type CallData } from '../../lib/api.ts';
import { toStoreChoices } from '../../lib/outside/store-choices.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { toast } from '../../lib/toasts.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useFormats } from '../../lib/use-formats.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './settings.module.css';

type Answer = CallData<'GET /orders/v5/tracking/mails/setting'>;
type Setting = Answer['setting'];
type Language = Setting['language'];

const SETTING_KEY = queryKeys.part('tracking', 'mails');
const languages = LANGUAGES.map(({ code, name }) => ({ value: code, label: name }));
const inStore = (storeId: string) => (storeId ? { store_id: storeId } : {});

/** Emails to shoppers about their parcels: what is sent, how it looks, and the latest ones. */
export function MailsCard() {
  const { t } = useTranslation('trackingSettings');
  const { account, workplaceId } = useAccount();
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const [chosen, setChosen] = useState('');
  const storeId = stores.some((one) => one.id === chosen) ? chosen : '';
  const { data, error, refetch } = useQuery({
    queryKey: [...SETTING_KEY, workplaceId, storeId],
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/mails/setting', { query: inStore(storeId), signal }),
  });
  return (
    <SettingCard title={t('mails.title')} note={t('mails.note')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={420} /> : null}
      {data && !data.in_plan ? (
        <div className={classes.form}>
          <SettingNote>{t('mails.needsPlan', { plan: data.plan })}</SettingNote>
          <div>
            <LinkButton to="/public/pricing" variant="default">
              {t('brand.plans')}
            </LinkButton>
          </div>
        </div>
      ) : null}
      {data?.in_plan ? (
        <div className={classes.form}>
          {data.obstacle ? (
            <SettingNote>{t(data.obstacle === 'no_server' ? 'mails.noServer' : 'mails.noUrl')}</SettingNote>
          ) : null}
          {stores.length > 0 ? (
            <NativeSelect
              label={t('mails.for')}
              value={storeId}
              data={[{ value: '', label: t('mails.allStores') }, ...toStoreChoices(stores)]}
              onChange={(event) => setChosen(event.currentTarget.value)}
            />
          ) : null}
          <SettingForm key={`${storeId} ${JSON.stringify(data)}`} answer={data} storeId={storeId} />
          <Preview key={storeId} storeId={storeId} language={data.setting.language} />
          <Recent storeId={storeId} />
        </div>
      ) : null}
    </SettingCard>
  );
}

function SettingForm({ answer, storeId }: { answer: Answer; storeId: string }) {
  const { t } = useTranslation('trackingSettings');
  const { why } = useMay();
  const client = useQueryClient();
  const [setting, setSetting] = useState(answer.setting);
  const [isOwn, setOwn] = useState(answer.is_own);
  const inherits = storeId !== '' && !isOwn;
  const form = useForm(async () => {
    const body = { ...inStore(storeId), setting: inherits ? null : setting };
    await api('PUT /orders/v5/tracking/mails/setting', { body, quiet: true });
    await client.invalidateQueries({ queryKey: SETTING_KEY });
    toast('success', t('saved'));
  });
  const obstacle = why('workspace.change');
  const off = obstacle !== undefined;
  const change = (part: Partial<Setting>) => setSetting((now) => ({ ...now, ...part }));
  const isSame = isOwn === answer.is_own && (inherits || JSON.stringify(setting) === JSON.stringify(answer.setting));
  return (
    <form className={classes.form} onSubmit={form.submit}>
      {storeId ? (
        <Switch
          label={t('mails.own')}
          checked={isOwn}
          disabled={off}
          onChange={(event) => setOwn(event.currentTarget.checked)}
        />
      ) : null}
      {SHOPPER_MAIL_KINDS.map((kind) => (
        <Switch
          key={kind}
          label={t(`mails.kind.${kind}`)}
          checked={setting.kinds[kind]}
          disabled={off || inherits}
          onChange={(event) => change({ kinds: { ...setting.kinds, [kind]: event.currentTarget.checked } })}
        />
      ))}
      <div className={classes.days}>
        <TextInput
          name="sender_name"
          label={t('mails.sender')}
          placeholder={t('mails.senderDefault')}
          value={setting.sender_name ?? ''}
          maxLength={80}
          disabled={off || inherits}
          error={form.error('setting.sender_name')}
          onChange={(event) => change({ sender_name: event.currentTarget.value || null })}
        />
        <TextInput
          name="reply_to"
          label={t('mails.replyTo')}
          className={classes.url}
          inputMode="email"
          placeholder="support@example.com"
          value={setting.reply_to ?? ''}
          maxLength={200}
          disabled={off || inherits}
          error={form.error('setting.reply_to')}
          onChange={(event) => change({ reply_to: event.currentTarget.value.trim() || null })}
        />
        <NativeSelect
          label={t('mails.language')}
          description={t('mails.languageNote')}
          value={setting.language}
          data={languages}
          disabled={off || inherits}
          onChange={(event) => change({ language: event.currentTarget.value as Language })}
        />
      </div>
      <Failure text={form.failure} />
      {obstacle ? <SettingNote>{obstacle}</SettingNote> : null}
      <div>
        <MayButton needs="workspace.change" type="submit" loading={form.busy} disabled={!off && isSame}>
          {t('save')}
        </MayButton>
      </div>
    </form>
  );
}

function Mail({ letter }: { letter: { subject: string; html: string } }) {
  const { t } = useTranslation('trackingSettings');
  return <Letter letter={letter} subject={t('mails.subject')} title={t('mails.preview')} />;
}

function Preview({ storeId, language: first }: { storeId: string; language: Language }) {
  const { t } = useTranslation('trackingSettings');
  const { account, workplaceId } = useAccount();
  const [kind, setKind] = useState<ShopperMailKind>('shipped');
  const [language, setLanguage] = useState<Language>(first);
  const form = useForm(async () => {
    await api('POST /orders/v5/tracking/mails/test', { body: { ...inStore(storeId), kind, language }, quiet: true });
    toast('success', t('mails.testSent', { email: account?.email ?? '' }));
  });
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.part('tracking', 'mail-preview'), workplaceId, storeId, kind, language],
    queryFn: ({ signal }) =>
      api('GET /orders/v5/tracking/mails/preview', { query: { ...inStore(storeId), kind, language }, signal }),
    placeholderData: (before) => before,
  });
  return (
    <form className={classes.form} onSubmit={form.submit}>
      <h3 className={classes.part}>{t('mails.preview')}</h3>
      <div className={classes.days}>
        <NativeSelect
          label={t('mails.mail')}
          value={kind}
          data={SHOPPER_MAIL_KINDS.map((value) => ({ value, label: t(`mails.kind.${value}`) }))}
          onChange={(event) => setKind(event.currentTarget.value as ShopperMailKind)}
        />
        <NativeSelect
          label={t('mails.language')}
          value={language}
          data={languages}
          onChange={(event) => setLanguage(event.currentTarget.value as Language)}
        />
      </div>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {data ? <Mail letter={data} /> : error ? null : <SkeletonBox width="100%" height={420} />}
      <Failure text={form.failure} />
      <div>
        <MayButton needs="workspace.change" type="submit" variant="default" loading={form.busy}>
          {t('mails.test')}
        </MayButton>
      </div>
    </form>
  );
}

const TONES: Record<CallData<'GET /orders/v5/tracking/mails'>['items'][number]['state'], Tone> = {
  waiting: 'waiting',
  sending: 'moving',
  sent: 'done',
  failed: 'broken',
  kept: 'closed',
  unsubscribed: 'closed',
  dropped: 'closed',
};

function Recent({ storeId }: { storeId: string }) {
  const { t } = useTranslation('trackingSettings');
  const { workplaceId } = useAccount();
  const { dateTime } = useFormats();
  const [shown, setShown] = useState<string>();
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.part('tracking', 'mail-list'), workplaceId, storeId],
    queryFn: ({ signal }) => api('GET /orders/v5/tracking/mails', { query: inStore(storeId), signal }),
  });
  return (
    <div className={classes.form}>
      <h3 className={classes.part}>{t('mails.recent')}</h3>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {data?.items.length === 0 ? <SettingNote>{t('mails.none')}</SettingNote> : null}
      {data && data.items.length > 0 ? (
        <ul className={classes.mails} aria-label={t('mails.recent')}>
          {data.items.map((mail) => (
            <li key={mail.mail_id} className={classes.mail}>
              <div className={classes.serviceHead}>
                <strong>{t(`mails.kind.${mail.kind}`)}</strong>
                <bdi>{mail.order_name}</bdi>
                <StatusBadge tone={TONES[mail.state]} label={t(`mails.state.${mail.state}`)} />
                <span className={classes.quiet}>{dateTime(mail.sent_at ?? mail.created_at)}</span>
                <Button
                  size="compact-xs"
                  variant="default"
                  aria-expanded={shown === mail.mail_id}
                  onClick={() => setShown((now) => (now === mail.mail_id ? undefined : mail.mail_id))}
                >
                  {t(shown === mail.mail_id ? 'mails.close' : 'mails.show')}
                </Button>
              </div>
              {mail.reason ? <p className={classes.quiet}>{mail.reason}</p> : null}
              {shown === mail.mail_id ? <ReadMail mailId={mail.mail_id} /> : null}
            </li>
          ))}
        </ul>
      ) : null}
    </div>
  );
}

function ReadMail({ mailId }: { mailId: string }) {
  const { data, error, refetch } = useQuery({
    queryKey: [...queryKeys.part('tracking', 'mail'), mailId],
    queryFn: ({ signal }) =>
      api('GET /orders/v5/tracking/mails/{shopper_mail_id}', { params: { shopper_mail_id: mailId }, signal }),
    retry: false,
  });
  if (data) return <Mail letter={data} />;
  return error ? (
    <ErrorState error={error} onRetry={() => void refetch()} small />
  ) : (
    <SkeletonBox width="100%" height={420} />
  );
}
