import { NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Check } from 'lucide-react';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { MayButton } from '../../kit/may-button.tsx';
import { PageHeader } from '../../kit/page-header.tsx';
import { RestoredForm } from '../../kit/restored-form.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import type { Account } from '../../lib/account.ts';
import { api, type CallData } from '../../lib/api.ts';
import { currencyChoices, ownTimeZone, timeZoneChoices } from '../../lib/outside/zones.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import type { ScreenPath } from '../../lib/screen-path.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useForm } from '../../lib/use-form.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './guide.module.css';

type Step = Account['onboarding'][number];

/** Where each step of the onboarding is taken. */
const PLACE: Readonly<Record<Step, ScreenPath>> = {
  marketplace_import: '/app/find-product',
  normal_import: '/app/find-product',
  order: '/app/orders',
  pricing: '/public/pricing',
};

/**
 * The first screen of a new owner: how the workspace is called and shown, then a store, then the open steps of the
 * onboarding in the order that the server ranks them (rules B063 to B065). Nothing of it must be done here.
 */
export default function WelcomePage() {
  const { t } = useTranslation('guide');
  const { account } = useAccount();
  const { may } = useMay();
  useEffect(() => {
    if (!account) return;
    // From now on nobody is told of these first steps again.
    localStorage.setItem(`quayside.in-app.${account.id}`, '1');
    void api('GET /auth/first-time-in-app', { query: { owner_id: account.id } }).catch(() => undefined);
  }, [account]);
  if (!account) return <SkeletonBox width="100%" height={320} />;
  const next: Step | 'store' | undefined = account.has_shop ? account.onboarding[0] : 'store';
  return (
    <>
      <PageHeader
        title={t('welcome.title', { name: account.first_name })}
        pageTitle={t('welcome.page')}
        actions={
          <LinkButton to="/app" variant={next ? 'default' : 'filled'} data-home>
            {t('welcome.home')}
          </LinkButton>
        }
      />
      <ol className={classes.steps}>
        {may('workspace.change') ? (
          <li className={`${classes.step} ${classes.tall}`}>
            <Workspace />
          </li>
        ) : null}
        <Line done={account.has_shop} next={next === 'store'} name="store">
          <LinkButton to="/app/channel" variant={next === 'store' ? 'filled' : 'default'}>
            {t('welcome.step.store.action')}
          </LinkButton>
        </Line>
        {account.onboarding.map((step) => (
          <Line key={step} done={false} next={next === step} name={step}>
            <LinkButton to={PLACE[step]} variant={next === step ? 'filled' : 'default'}>
              {t(`welcome.step.${step}.action`)}
            </LinkButton>
          </Line>
        ))}
      </ol>
    </>
  );
}

interface LineProps {
  name: Step | 'store';
  done: boolean;
  next: boolean;
  children: ReactNode;
}

function Line({ name, done, next, children }: LineProps) {
  const { t } = useTranslation('guide');
  return (
    <li className={classes.step} data-next={next || undefined} data-step={name}>
      <span className={classes.mark} data-done={done || undefined} aria-hidden>
        {done ? <Check size={14} strokeWidth={2.5} /> : null}
      </span>
      <div className={classes.words}>
        <h2 className={classes.title}>
          {t(`welcome.step.${name}.title`)}
          {done ? <span className="visually-hidden"> ({t('welcome.done')})</span> : null}
        </h2>
        <p className={classes.text}>{t(`welcome.step.${name}.text`)}</p>
      </div>
      {children}
    </li>
  );
}

/** Name, currency and time zone, guessed where they can be. */
function Workspace() {
  const { workplaceId } = useAccount();
  const { data } = useQuery({
    queryKey: queryKeys.part('stores', 'workspace-settings', { workplaceId }),
    queryFn: ({ signal }) => api('GET /core/settings', { signal }),
  });
  if (!data) return <SkeletonBox width="100%" height={160} />;
  return <WorkspaceForm key={workplaceId} settings={data} />;
}

function WorkspaceForm({ settings }: { settings: CallData<'GET /core/settings'> }) {
  const { t, i18n } = useTranslation('guide');
  const client = useQueryClient();
  const { workplaceId } = useAccount();
  const [saved, setSaved] = useState(false);
  const currencies = useMemo(() => currencyChoices(i18n.language), [i18n.language]);
  const zone = settings.time_zone || ownTimeZone();
  const zones = useMemo(() => timeZoneChoices(zone), [zone]);
  const form = useForm(async ({ name = '', display_currency = '', time_zone = '' }) => {
    await api('POST /core/settings', { body: { settings: { name, display_currency, time_zone } }, quiet: true });
    setSaved(true);
    await client.invalidateQueries({ queryKey: ['stores'] });
  });
  const error = (name: string) => form.error(`settings.${name}`);
  return (
    <RestoredForm
      name={`workspace ${workplaceId}`}
      form={form}
      className={classes.form}
      onChange={() => setSaved(false)}
    >
      <h2 className={classes.title}>{t('welcome.workspace')}</h2>
      <div className={classes.fields}>
        <TextInput
          name="name"
          label={t('welcome.name')}
          defaultValue={settings.name}
          maxLength={80}
          error={error('name')}
        />
        <NativeSelect
          name="display_currency"
          label={t('welcome.currency')}
          defaultValue={settings.display_currency}
          data={currencies}
          error={error('display_currency')}
        />
        <NativeSelect
          name="time_zone"
          label={t('welcome.timeZone')}
          defaultValue={zone}
          data={zones}
          error={error('time_zone')}
        />
      </div>
      {form.failure ? <p role="alert">{form.failure}</p> : null}
      <div>
        <MayButton needs="workspace.change" type="submit" variant="default" loading={form.busy}>
          {saved ? t('welcome.saved') : t('welcome.save')}
        </MayButton>
      </div>
    </RestoredForm>
  );
}
