import { Button, Checkbox } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Failure } from '../../kit/failure.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { Card } from './card.tsx';
import { PasswordField } from './password-field.tsx';

/** Changes the password by the old one; who has none yet chooses one by mail. */
export function PasswordCard({ hasPassword }: { hasPassword: boolean }) {
  const { t } = useTranslation('account');
  const form = useForm(async ({ current_password = '', password = '', end_sessions, end_tokens }, element) => {
    await api('POST /auth/account/change-password', {
      body: {
        current_password,
        password,
        end_sessions: end_sessions !== undefined,
        end_tokens: end_tokens !== undefined,
      },
    });
    element.reset();
  });
  if (!hasPassword)
    return (
      <Card id="password" title={t('password.title')}>
        <p className={classes.quiet}>{t('password.none')}</p>
        <div>
          <LinkButton to="/forgot-password" variant="default">
            {t('password.choose')}
          </LinkButton>
        </div>
      </Card>
    );
  return (
    <Card id="password" title={t('password.title')}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        <div className={classes.pair}>
          <PasswordField name="current_password" label={t('password.current')} error={form.error('current_password')} />
          <PasswordField
            name="password"
            label={t('password.new')}
            hint={t('password.hint')}
            fresh
            error={form.error('password')}
          />
        </div>
        <Checkbox name="end_sessions" label={t('password.endSessions')} defaultChecked />
        <Checkbox name="end_tokens" label={t('password.endTokens')} defaultChecked />
        <Failure text={form.failure} />
        <div>
          <Button type="submit" variant="default" loading={form.busy}>
            {t('password.change')}
          </Button>
        </div>
      </form>
    </Card>
  );
}
