import { Button } from '@mantine/core';
import { FlaskConical } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import classes from './demo.module.css';
import { useEndDemoMode } from './use-end-demo-mode.ts';

/** While demo mode is on: what it means, and the way out of it, above every screen. */
export default function DemoBanner() {
  const { t } = useTranslation('plans');
  const end = useEndDemoMode();
  return (
    <div className={classes.banner} role="status">
      <FlaskConical size={16} aria-hidden />
      <span className={classes.text}>{t('demo.text')}</span>
      <Button variant="subtle" size="compact-sm" loading={end.isPending} onClick={() => end.mutate()}>
        {t('demo.leave')}
      </Button>
    </div>
  );
}
