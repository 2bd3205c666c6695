import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Dialog } from '../../kit/dialog.tsx';
import { LinkButton } from '../../kit/link-button.tsx';
import { type QuotaRefusal, quotaPrompt } from '../../lib/quota-prompt.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useFormats } from '../../lib/use-formats.ts';
import classes from './demo.module.css';
import { planQuery } from './plan-query.ts';
import { usePlansShown } from './use-plans-shown.ts';

/**
 * Where the plan allows no more listings or imports: what is used, and where to upgrade (rules B236, B252 and B306). The usage is the
 * server's count and includes what the same press has pushed already (decision A51).
 */
export default function QuotaPrompt({ refusal }: { refusal: QuotaRefusal }) {
  const { t } = useTranslation('plans');
  const { number } = useFormats();
  const { account } = useAccount();
  const { data: plan } = useQuery(planQuery);
  const plansShown = usePlansShown(plan?.provider_payment);
  const help = plan?.package.key.startsWith('ENTERPRISE_') ? account?.links.help : undefined;
  return (
    <Dialog open onClose={quotaPrompt.close} title={t('quota.title')}>
      <div className={classes.prompt}>
        <p>{t(`quota.${refusal.feature}`)}</p>
        <p>
          {refusal.by === 'limit'
            ? t('usage.of', { used: number(Math.min(refusal.usage, refusal.limit)), total: number(refusal.limit) })
            : refusal.text}
        </p>
        <div className={classes.buttons}>
          {help ? (
            <Button component="a" href={help} target="_blank" rel="noreferrer" data-autofocus>
              {t('over.support')}
            </Button>
          ) : plansShown ? (
            <LinkButton to="/public/pricing" onClick={quotaPrompt.close} data-autofocus>
              {t('usage.plans')}
            </LinkButton>
          ) : null}
        </div>
      </div>
    </Dialog>
  );
}
