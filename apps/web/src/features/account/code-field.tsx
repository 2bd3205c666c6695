import { TextInput } from '@mantine/core';
import { useTranslation } from 'react-i18next';

/** A code of the second factor, or one of the recovery codes. */
export function CodeField({ error }: { error: string | undefined }) {
  const { t } = useTranslation('account');
  return (
    <TextInput
      name="code"
      label={t('second.code')}
      description={t('second.codeHint')}
      autoComplete="one-time-code"
      dir="ltr"
      error={error}
    />
  );
}
