import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { api } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { Card, Failure } from './card.tsx';
import { PasswordField } from './password-field.tsx';

/** Changes the password by the old one. */
export function PasswordCard() {
  const { t } = useTranslation('account');
  const form = useForm(async ({ current_password = '', password = '' }, element) => {
    await api('POST /auth/account/change-password', { body: { current_password, password } });
    element.reset();
  });
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
