import { Button, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { Failure } from '../../kit/failure.tsx';
import { ApiError, api } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';

/** Asks for the sign-in of another account of the same person. Import it lazily. */
export default function ConnectDialog({ onClose }: { onClose(): void }) {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm(async ({ email = '', password = '', code }) => {
    try {
      await api('POST /auth/account/connect', { body: { email, password, ...(code ? { code } : {}) } });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_CODE_NEEDED') setAsksCode(true);
      throw error;
    }
    onClose();
    await client.invalidateQueries();
  });
  return (
    <Dialog open onClose={onClose} title={t('connect.title')} busy={form.busy}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        <div className={classes.quiet}>{t('connect.text')}</div>
        <TextInput
          name="email"
          type="email"
          label={t('connect.email')}
          autoComplete="off"
          spellCheck={false}
          error={form.error('email')}
        />
        <PasswordField name="password" label={t('connect.password')} error={form.error('password')} />
        {asksCode ? <CodeField error={form.error('code')} /> : null}
        <Failure text={form.failure} />
        <div className={classes.buttons}>
          <Button variant="subtle" onClick={onClose} disabled={form.busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={form.busy}>
            {t('connect.action')}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
