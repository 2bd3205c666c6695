import { Button } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { demoPrompt } from '../../lib/demo-prompt.ts';
import classes from './demo.module.css';
import { useEndDemoMode } from './use-end-demo-mode.ts';

/** In demo mode, where something would be imported or pushed: what is asked for instead (rules B251 and B352, decision A45). */
export default function DemoPrompt() {
  const { t } = useTranslation('plans');
  const end = useEndDemoMode(demoPrompt.close);
  return (
    <Dialog open onClose={demoPrompt.close} title={t('demo.title')} busy={end.isPending}>
      <div className={classes.prompt}>
        <p>{t('demo.listing')}</p>
        <div className={classes.buttons}>
          <LinkButton to="/public/pricing" variant="default" onClick={demoPrompt.close}>
            {t('usage.plans')}
          </LinkButton>
          <Button loading={end.isPending} onClick={() => end.mutate()} data-autofocus>
            {t('demo.leave')}
          </Button>
        </div>
      </div>
    </Dialog>
  );
}
