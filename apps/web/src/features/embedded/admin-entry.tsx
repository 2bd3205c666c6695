import { Button, Loader, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { CircleAlert, Store } from 'lucide-react';
import { type FormEvent, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { EmptyState } from '../../kit/states.tsx';
import { endSession } from '../../lib/end-session.ts';
import { session } from '../../lib/session.ts';
import classes from './embedded.module.css';
import { useAdminEntry } from './use-admin-entry.ts';

const INSTALL = '/auth/platform/shopify/install';
/** Where the owner of a store is asked to let it go. */
const MIGRATE = '/app/setting/migrate';

/** Signing in inside a shop's admin, and what to do where that is not enough. */
export function AdminEntry() {
  const { t } = useTranslation('embedded');
  const navigate = useNavigate();
  const { standing, begin, enter } = useAdminEntry();
  const name = session().shop ?? '';
  useEffect(() => {
    document.title = `${t('opening')} · Quayside`;
  }, [t]);
  // Comes back here afterwards, to be tied to this user of the shop.
  const signIn = () => {
    void endSession();
    void navigate({ to: '/login', search: { next: INSTALL } });
  };

  if (standing.at === 'asking')
    return (
      <main className={classes.page} aria-busy="true">
        <Name />
        <EmptyState picture={<Loader size="sm" />} title={t('opening')} />
      </main>
    );
  if (standing.at === 'welcome' || standing.at === 'known')
    return (
      <main className={classes.page}>
        <Name />
        <EmptyState
          picture={<Store size={28} strokeWidth={1.5} aria-hidden />}
          title={t(standing.at === 'known' ? 'known.title' : 'welcome.title')}
          text={standing.text}
          action={
            <div className={classes.actions}>
              {standing.at === 'welcome' ? <Button onClick={() => void begin()}>{t('welcome.begin')}</Button> : null}
              <Button variant={standing.at === 'welcome' ? 'default' : 'filled'} onClick={signIn}>
                {t('signIn')}
              </Button>
            </div>
          }
        />
      </main>
    );
  if (standing.at === 'code') return <CodeForm error={standing.error} onCode={(code) => void enter(code)} />;
  return (
    <main className={classes.page}>
      <Name />
      <div role="alert">
        <EmptyState
          picture={<CircleAlert size={28} strokeWidth={1.5} aria-hidden />}
          title={t(standing.at === 'taken' ? 'taken' : 'failed', { name })}
          text={'reason' in standing ? t(`admin.${standing.reason}`) : standing.text}
          action={
            <div className={classes.actions}>
              {standing.at === 'failed' ? <Button onClick={() => void enter()}>{t('again')}</Button> : null}
              {standing.at === 'taken' && session().read('token') ? (
                <Button onClick={() => void navigate({ to: MIGRATE, search: { shop: name } })}>{t('askOwner')}</Button>
              ) : null}
              <Button variant="default" onClick={signIn}>
                {t(standing.at === 'taken' ? 'other' : 'signIn')}
              </Button>
            </div>
          }
        />
      </div>
    </main>
  );
}

/** What the page is, for who cannot see the admin around it. */
const Name = () => <h1 className="visually-hidden">Quayside</h1>;

function CodeForm({ error, onCode }: { error: string | undefined; onCode(code: string): void }) {
  const { t } = useTranslation(['embedded', 'auth']);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    onCode(String(new FormData(event.currentTarget).get('code') ?? ''));
  };
  return (
    <main className={classes.page}>
      <form className={classes.code} onSubmit={submit}>
        <h1 className={classes.title}>{t('code')}</h1>
        <TextInput
          name="code"
          label={t('auth:code.label')}
          description={t('auth:code.hint')}
          autoComplete="one-time-code"
          dir="ltr"
          size="md"
          autoFocus
          required
          withAsterisk={false}
          error={error}
        />
        <Button type="submit" size="md" fullWidth>
          {t('auth:signIn.action')}
        </Button>
      </form>
    </main>
  );
}
