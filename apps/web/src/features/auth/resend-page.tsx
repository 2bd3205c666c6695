import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { EmailPage } from './email-page.tsx';

/** Asks for the verification mail again. */
export default function ResendPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  return (
    <EmailPage
      title={t('resend.title')}
      text={t('resend.text')}
      onSend={async (email) => {
        await api('POST /auth/send-verification-email', { body: { email }, quiet: true });
        await navigate({ to: '/signup/confirm', search: { email } });
      }}
    />
  );
}
