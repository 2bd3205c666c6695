import { createContext, use } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './sandbox-tag.module.css';

/**
 * Whether everything on the screens is of the sandbox: then the head of the page says so, and nothing else does. undefined: not
 * known yet.
 */
export const SandboxOnly = createContext<boolean | undefined>(false);

/**
 * Marks a thing of the sandbox world: hatched violet, and the word. `always`: also where everything is of the sandbox, for what
 * could be live beside it.
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
