import { useTranslation } from 'react-i18next';
import classes from './sandbox-tag.module.css';

/** Marks sandbox data: hatched violet, with the word. */
export function SandboxTag() {
  const { t } = useTranslation('common');
  return (
    <span className={classes.tag} data-hint={t('sandbox.hint')}>
      {t('sandbox.tag')}
    </span>
  );
}
