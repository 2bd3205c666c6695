import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { PauseCircle } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './verify-banner.module.css';

/** While nothing leaves the installation: since when and why, and the operators' way to let it. */
export function SendingBanner({
  held,
  mayResume,
}: {
  held: { since: string; reason: 'restored' | 'server_changed' | 'operator' };
  mayResume: boolean;
}) {
  const { t } = useTranslation('shell');
  const { dateTime } = useFormats();
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const resume = async () => {
    setBusy(true);
    try {
      await api('POST /operator/sending/resume', { body: {} });
      await client.invalidateQueries();
    } catch {
      // What went wrong is shown with the call; the banner stays.
    } finally {
      setBusy(false);
    }
  };
  const since = dateTime(held.since);
  const text = held.reason === 'operator' ? t('sending.paused', { since }) : t('sending.restored', { since });
  return (
    <div className={classes.banner} role="status">
      <PauseCircle size={16} aria-hidden />
      <span className={classes.text}>{text}</span>
      {mayResume ? (
        <Button variant="subtle" size="compact-sm" loading={busy} onClick={() => void resume()}>
          {t('sending.resume')}
        </Button>
      ) : null}
    </div>
  );
}
