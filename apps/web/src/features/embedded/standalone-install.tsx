import { Button } from '@mantine/core';
import { Link, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { settingForm } from '../../kit/setting-card.tsx';
import { api, errorText } from '../../lib/api.ts';
import { leaveFor, session } from '../../lib/session.ts';
import { AuthPage } from '../auth/index.ts';
import classes from './embedded.module.css';
import { forgetInstallClick, installClick, keepInstallClick } from './install-click.ts';

/** Connecting a shop that was begun at its platform: signed in, one click; else after signing in or up. */
export function StandaloneInstall() {
  const { t } = useTranslation(['embedded', 'auth']);
  const { platform = 'shopify' } = useParams({ strict: false }) as { platform?: string };
  const { shop: named } = useSearch({ strict: false }) as { shop?: unknown };
  const shop = typeof named === 'string' ? named : installClick(platform);
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<string>();
  async function go(): Promise<void> {
    setBusy(true);
    setFailure(undefined);
    try {
      const { url } = await api('POST /auth/platform/{platform}/install', {
        params: { platform },
        body: { shop: shop ?? '' },
        quiet: true,
      });
      forgetInstallClick();
      leaveFor(url);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(false);
    }
  }
  if (!shop)
    return (
      <AuthPage title={t('nothing.title')} text={t('nothing.text')}>
        <Button component={Link} to={'/app/channel' as '/app'} size="md" fullWidth>
          {t('toChannels')}
        </Button>
      </AuthPage>
    );
  const back = { next: `/auth/platform/${platform}/install?shop=${encodeURIComponent(shop)}` } as never;
  const remember = () => keepInstallClick(platform, shop);
  return session().read('token') ? (
    <AuthPage title={t('connect.title', { name: shop })} text={t('connect.text')}>
      <div className={settingForm()}>
        <Failure text={failure} />
        <Button size="md" fullWidth loading={busy} onClick={() => void go()}>
          {t(failure ? 'again' : 'connect.go')}
        </Button>
        {failure ? (
          <Button component={Link} to={'/app/channel' as '/app'} size="md" fullWidth variant="default">
            {t('toChannels')}
          </Button>
        ) : null}
      </div>
    </AuthPage>
  ) : (
    <AuthPage title={t('connect.title', { name: shop })} text={t('connect.first')}>
      <div className={classes.actions}>
        <Button component={Link} to="/login" search={back} onClick={remember} size="md" fullWidth>
          {t('signIn')}
        </Button>
        <Button component={Link} to="/signup" search={back} onClick={remember} size="md" fullWidth variant="default">
          {t('auth:signUp.action')}
        </Button>
      </div>
    </AuthPage>
  );
}
