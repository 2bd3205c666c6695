import { Button } from '@mantine/core';
import { Copy } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { copyText } from '../lib/copy-text.ts';
import { useAccount } from '../lib/use-account.ts';
import { Details } from './details.tsx';
import classes from './operator-help.module.css';

/** How to make this account an operator, with the setting to copy. */
export default function OperatorHelp() {
  const { t } = useTranslation('common');
  const { account } = useAccount();
  if (!account) return null;
  const line = `QUAYSIDE_OPERATORS=${account.email}`;
  return (
    <div className={classes.help}>
      <Details>
        {account.is_demo ? (
          <p>{t('may.operatorsDemo')}</p>
        ) : (
          <>
            <p>{t('may.operators')}</p>
            <div className={classes.line}>
              <code className="mono" dir="ltr">
                {line}
              </code>
              <Button
                size="xs"
                variant="default"
                leftSection={<Copy size={14} aria-hidden />}
                onClick={() => void copyText(line, t('copied'))}
              >
                {t('copy')}
              </Button>
            </div>
          </>
        )}
      </Details>
    </div>
  );
}
