import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonBox } from '../../kit/skeletons.tsx';
import { ErrorState } from '../../kit/states.tsx';
import { api, type CallData } from '../../lib/api.ts';
import { saveBinding } from '../../lib/outside/social-binding.ts';
import { queryKeys } from '../../lib/query-keys.ts';
import { session } from '../../lib/session.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';

type Way = CallData<'GET /auth/social'>['items'][number];
const HERE = '/app/setting/account';

/** Google and Facebook as ways into this account: added, and removed unless they are the last one. */
export function SignInMethodsCard() {
  const { t } = useTranslation('account');
  const { date } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState<Way['social']>();
  const { data, error, refetch } = useQuery({
    queryKey: queryKeys.part('stores', 'socials'),
    queryFn: ({ signal }) => api('GET /auth/social', { signal }),
  });
  if (data?.items.length === 0) return null;
  // The houses let nobody in inside a frame or a web view.
  const mayLink = session().mode === 'standalone';

  async function link(social: Way['social']): Promise<void> {
    setBusy(social);
    try {
      const { url } = await api('POST /auth/social/{social}/link', {
        params: { social },
        body: { binding: saveBinding(HERE) },
      });
      location.assign(url);
    } catch {
      // The toast has said why not.
      setBusy(undefined);
    }
  }
  async function unlink(social: Way['social']): Promise<void> {
    setBusy(social);
    await api('DELETE /auth/social/{social}', { params: { social } }).catch(() => undefined);
    await client.invalidateQueries({ queryKey: queryKeys.part('stores', 'socials') });
    setBusy(undefined);
  }

  return (
    <Card id="ways" title={t('ways.title')}>
      {error && !data ? <ErrorState error={error} onRetry={() => void refetch()} small /> : null}
      {!data && !error ? <SkeletonBox width="100%" height={88} /> : null}
      <ul className={classes.rows}>
        {data?.items.map((one) => (
          <li key={one.social} className={classes.row}>
            <div className={classes.what}>
              <div>
                {t(`ways.${one.social}`)} {one.is_sandbox ? <SandboxTag always /> : null}
              </div>
              <div className={classes.quiet}>
                {one.linked
                  ? t('ways.since', { email: one.linked.email, date: date(one.linked.since) })
                  : t('ways.none')}
              </div>
              {one.is_last_way ? <div className={classes.quiet}>{t('ways.last')}</div> : null}
            </div>
            {one.linked ? (
              <Button
                variant="default"
                size="compact-sm"
                loading={busy === one.social}
                disabled={one.is_last_way}
                aria-label={t('ways.removeNamed', { name: t(`ways.${one.social}`) })}
                onClick={() => void unlink(one.social)}
              >
                {t('ways.remove')}
              </Button>
            ) : mayLink ? (
              <Button
                variant="default"
                size="compact-sm"
                loading={busy === one.social}
                aria-label={t('ways.addNamed', { name: t(`ways.${one.social}`) })}
                onClick={() => void link(one.social)}
              >
                {t('ways.add')}
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
    </Card>
  );
}
