import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sandbox-tag.module.css';

/**
 * Whether everything on the screens belongs to the sandbox: then only the head of the page says so. undefined: not known yet.
 */
export const SandboxOnly = createContext<boolean | undefined>(false);

/**
 * Marks sandbox data: hatched violet, with the word. `always`: also if everything belongs to the sandbox, for data that
 * could be live.
 */
export function SandboxTag({ always = false }: { always?: boolean }) {
  const { t } = useTranslation('common');
  const isOnly = use(SandboxOnly);
  if (isOnly !== false && !always) return null;
  return (
    <span className={classes.tag} data-hint={t('sandbox.hint')}>
      {t('sandbox.tag')}
    </span>
  );
}
