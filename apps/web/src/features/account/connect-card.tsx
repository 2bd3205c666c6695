import { Button, PasswordInput, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ApiError, api } from '../../lib/api.ts';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { Card, Failure } from './card.tsx';

/** Connects another account of the same person: its workspaces then open from here. */
export function ConnectCard() {
  const { t } = useTranslation('account');
  const client = useQueryClient();
  const [asksCode, setAsksCode] = useState(false);
  const form = useForm(async ({ email = '', password = '', code }, element) => {
    try {
      await api('POST /auth/account/connect', { body: { email, password, ...(code ? { code } : {}) }, quiet: true });
    } catch (error) {
      if (error instanceof ApiError && error.code === 'TWO_FACTOR_CODE_NEEDED') setAsksCode(true);
      throw error;
    }
    element.reset();
    setAsksCode(false);
    await client.invalidateQueries();
    setDone(true);
  });
  const [done, setDone] = useState(false);
  return (
    <Card id="connect" title={t('connect.title')}>
      <p className={classes.quiet}>{t('connect.text')}</p>
      <form
        noValidate
        className={classes.form}
        onSubmit={(event) => {
          setDone(false);
          form.submit(event);
        }}
      >
        <div className={classes.pair}>
          <TextInput
            name="email"
            type="email"
            label={t('connect.email')}
            autoComplete="off"
            spellCheck={false}
            error={form.error('email')}
          />
          <PasswordInput
            name="password"
            label={t('connect.password')}
            autoComplete="off"
            error={form.error('password')}
            visibilityToggleButtonProps={{ 'aria-label': t('password.show') }}
          />
          {asksCode ? (
            <TextInput
              name="code"
              label={t('second.code')}
              autoComplete="one-time-code"
              dir="ltr"
              autoFocus
              error={form.error('code')}
            />
          ) : null}
        </div>
        <Failure text={form.failure} />
        <div>
          <Button type="submit" variant="default" loading={form.busy}>
            {t('connect.action')}
          </Button>
        </div>
        <p role="status" className={classes.quiet}>
          {done ? t('connect.done') : ''}
        </p>
      </form>
    </Card>
  );
}
