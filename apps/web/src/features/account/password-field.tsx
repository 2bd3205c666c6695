import { PasswordInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

interface Props {
  name: string;
  label: string;
  hint?: string;
  fresh?: boolean;
  autoFocus?: boolean;
  error: string | undefined;
}

/** A password, with the eye that shows it. `fresh`: one that is being chosen. */
export function PasswordField({ name, label, hint, fresh, autoFocus, error }: Props) {
  const { t } = useTranslation('account');
  return (
    <PasswordInput
      name={name}
      label={label}
      description={hint}
      autoComplete={fresh ? 'new-password' : 'current-password'}
      autoFocus={autoFocus}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': t('password.show'), tabIndex: 0 }}
    />
  );
}
