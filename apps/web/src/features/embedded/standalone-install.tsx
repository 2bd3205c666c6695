import { Button } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { settingForm } from '../../kit/setting-card.tsx';
import { api, errorText } from '../../lib/api.ts';
import { leaveFor, session } from '../../lib/session.ts';
import { AuthPage } from '../auth/index.ts';
import classes from './embedded.module.css';
import { forgetInstallClick, installClick, saveInstallClick } from './install-click.ts';

/** Connecting a shop that was begun at its platform: signed in, one click; else after signing in or up. */
export function StandaloneInstall() {
  const { t } = useTranslation(['embedded', 'auth']);
  const install = useParams({ from: '/auth/platform/$platform/install', shouldThrow: false });
  const entry = useParams({ from: '/auth/platform/$platform/auto-login', shouldThrow: false });
  const platform = (install ?? entry)?.platform;
  const { shop: named } = useSearch({ strict: false });
  const shop = named ?? (platform && installClick(platform));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  if (!platform || !shop)
    return (
      <AuthPage title={t('nothing.title')} text={t('nothing.text')}>
        <LinkButton to="/app/channel" size="md" fullWidth>
          {t('toChannels')}
        </LinkButton>
      </AuthPage>
    );
  async function go(at: string, name: string): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { url } = await api('POST /auth/platform/{platform}/install', {
        params: { platform: at },
        body: { shop: name },
        quiet: true,
      });
      forgetInstallClick();
      leaveFor(url);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  }
  const back = { next: `/auth/platform/${platform}/install?shop=${encodeURIComponent(shop)}` };
  const remember = () => saveInstallClick(platform, shop);
  return session().read('token') ? (
    <AuthPage title={t('connect.title', { name: shop })} text={t('connect.text')}>
      <div className={settingForm()}>
        <Failure text={failure} />
        <Button size="md" fullWidth loading={busy} onClick={() => void go(platform, shop)}>
          {t(failure ? 'again' : 'connect.go')}
        </Button>
        {failure ? (
          <LinkButton to="/app/channel" size="md" fullWidth variant="default">
            {t('toChannels')}
          </LinkButton>
        ) : null}
      </div>
    </AuthPage>
  ) : (
    <AuthPage title={t('connect.title', { name: shop })} text={t('connect.first')}>
      <div className={classes.actions}>
        <LinkButton to="/login" search={back} onClick={remember} size="md" fullWidth>
          {t('signIn')}
        </LinkButton>
        <LinkButton to="/signup" search={back} onClick={remember} size="md" fullWidth variant="default">
          {t('auth:signUp.action')}
        </LinkButton>
      </div>
    </AuthPage>
  );
}
