import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { EmailPage } from './email-page.tsx';

/** Asks for a link to choose a new password. What is said next is the same whether or not there is such an account. */
export default function ForgotPage() {
  const { t } = useTranslation('auth');
  const navigate = useNavigate();
  return (
    <EmailPage
      title={t('forgot.title')}
      text={t('forgot.text')}
      onSend={async (email) => {
        await api('POST /auth/forgot-password', { body: { email }, quiet: true });
        await navigate({ to: '/forgot-password/email-resend', search: { email } });
      }}
    />
  );
}
