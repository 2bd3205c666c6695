import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import classes from './auth-page.module.css';
import { useMeta } from './use-meta.ts';

/** While the sandbox is on: the demo sign-in, one click away. */
export function DemoCallout({ onUse, busy }: { onUse(): void; busy: boolean }) {
  const { t } = useTranslation('auth');
  const meta = useMeta();
  const demo = meta?.sandbox ? meta.demo : undefined;
  // Without an answer there is no hint; the form itself says what is wrong.
  if (!demo) return null;
  return (
    <section className={classes.demo} aria-label={t('demo.title')}>
      <div className={classes.demoHead}>
        {t('demo.title')} <SandboxTag />
      </div>
      <p className={classes.demoText}>{t('demo.text')}</p>
      <p className={`${classes.demoText} mono`}>{demo.email}</p>
      <Button variant="default" disabled={busy} onClick={onUse}>
        {t('demo.action')}
      </Button>
    </section>
  );
}
