import { Button } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './account.module.css';

/** The recovery codes, this once. */
export default function RecoveryCodes({ codes, onKept }: { codes: string[]; onKept(): void }) {
  const { t } = useTranslation('account');
  const [copied, setCopied] = useState(false);
  return (
    <div className={classes.form} role="status">
      <p className={classes.quiet}>{t('second.keep')}</p>
      <ul className={`${classes.codes} mono`} dir="ltr">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className={classes.actions}>
        <Button onClick={onKept}>{t('second.kept')}</Button>
        <Button
          variant="default"
          onClick={() => void navigator.clipboard.writeText(codes.join('\n')).then(() => setCopied(true))}
        >
          {copied ? t('second.copied') : t('second.copy')}
        </Button>
      </div>
    </div>
  );
}
