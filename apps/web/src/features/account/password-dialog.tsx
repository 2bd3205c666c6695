import { Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { Failure } from '../../kit/failure.tsx';
import { useForm } from '../../lib/use-form.ts';
import classes from './account.module.css';
import { CodeField } from './code-field.tsx';
import { PasswordField } from './password-field.tsx';

interface Props {
  title: string;
  text?: ReactNode;
  verb: string;
  danger?: boolean;
  /** A code of the second factor is asked for too. */
  withCode?: boolean;
  onClose(): void;
  onConfirm(password: string, code: string): Promise<unknown>;
}

/** Asks for the password before something that a stranger at an open screen must not do. Import it lazily. */
export default function PasswordDialog({ title, text, verb, danger, withCode, onClose, onConfirm }: Props) {
  const { t } = useTranslation('account');
  const form = useForm(({ password = '', code = '' }) => onConfirm(password, code));
  return (
    <Dialog open onClose={onClose} title={title} busy={form.busy}>
      <form noValidate className={classes.form} onSubmit={form.submit}>
        {text ? <div className={classes.quiet}>{text}</div> : null}
        <PasswordField name="password" label={t('password.own')} error={form.error('password')} />
        {withCode ? <CodeField error={form.error('code')} /> : null}
        <Failure text={form.failure} />
        <div className={classes.buttons}>
          <Button variant="subtle" onClick={onClose} disabled={form.busy}>
            {t('cancel')}
          </Button>
          <Button type="submit" color={danger ? 'red' : undefined} loading={form.busy}>
            {verb}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
