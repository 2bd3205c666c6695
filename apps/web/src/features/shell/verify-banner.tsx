import { Button } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { MailCheck } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useAccount } from '../../lib/use-account.ts';
import classes from './verify-banner.module.css';

const PUT_AWAY = 'quayside.verify-later';

/** Until the e-mail is proven: says where the link went, sends it again, and can be put away for this tab. */
export function VerifyBanner() {
  const { t } = useTranslation('shell');
  const { account } = useAccount();
  const client = useQueryClient();
  const [away, setAway] = useState(() => sessionStorage.getItem(PUT_AWAY) !== null);
  const [state, setState] = useState<'idle' | 'busy' | 'sent'>('idle');
  const wanted = account?.verification_wanted ?? false;

  // The link opens in another tab: back here, the account is read again.
  useEffect(() => {
    if (!wanted) return;
    const look = () => {
      if (document.visibilityState === 'visible')
        void client.invalidateQueries({ queryKey: ['stores', 'part', 'account'] });
    };
    document.addEventListener('visibilitychange', look);
    return () => document.removeEventListener('visibilitychange', look);
  }, [client, wanted]);

  if (!account || !wanted || away) return null;

  async function sendAgain(email: string): Promise<void> {
    setState('busy');
    try {
      await api('POST /auth/send-verification-email', { body: { email } });
      setState('sent');
    } catch {
      // The toast has said why.
      setState('idle');
    }
  }

  return (
    <div className={classes.banner} role="status">
      <MailCheck size={16} aria-hidden />
      <span className={classes.text}>{t('verify.text', { email: account.email })}</span>
      <Button
        variant="subtle"
        size="compact-sm"
        loading={state === 'busy'}
        disabled={state === 'sent'}
        onClick={() => void sendAgain(account.email)}
      >
        {state === 'sent' ? t('verify.sent') : t('verify.again')}
      </Button>
      <Button
        variant="subtle"
        size="compact-sm"
        onClick={() => {
          sessionStorage.setItem(PUT_AWAY, '1');
          setAway(true);
        }}
      >
        {t('verify.later')}
      </Button>
    </div>
  );
}
