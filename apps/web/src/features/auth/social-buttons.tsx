import { Button } from '@mantine/core';
import { useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { api, errorText } from '../../lib/api.ts';
import { saveBinding } from '../../lib/outside/social-binding.ts';
import { session } from '../../lib/session.ts';
import classes from './auth-page.module.css';
import { useMeta } from './use-meta.ts';

type Social = 'google' | 'facebook';

/** The other ways in: only those that this installation has. */
export function SocialButtons() {
  const { t } = useTranslation('auth');
  const { next } = useSearch({ strict: false });
  const meta = useMeta();
  const [busy, setBusy] = useState<Social>();
  const [failure, setFailure] = useState<string>();
  // The houses let nobody in inside a frame or a web view.
  if (!meta || meta.social.length === 0 || session().mode !== 'standalone') return null;

  async function begin(social: Social): Promise<void> {
    setBusy(social);
    setFailure(undefined);
    try {
      const { url } = await api('GET /auth/social/{social}', {
        params: { social },
        query: { binding: saveBinding(next) },
      });
      location.assign(url);
    } catch (error) {
      setFailure(errorText(error));
      setBusy(undefined);
    }
  }

  return (
    <div className={classes.others}>
      <div className={classes.or}>{t('social.or')}</div>
      {meta.social.map(({ id, is_sandbox }) => (
        <Button
          key={id}
          variant="default"
          size="md"
          fullWidth
          loading={busy === id}
          rightSection={is_sandbox ? <SandboxTag always /> : undefined}
          onClick={() => void begin(id)}
        >
          {t(`social.${id}`)}
        </Button>
      ))}
      <Failure text={failure} />
    </div>
  );
}
