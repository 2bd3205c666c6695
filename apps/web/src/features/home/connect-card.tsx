import { Cable } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../kit/link-button.tsx';
import { storesInUse } from '../../lib/account.ts';
import { useAccount } from '../../lib/use-account.ts';
import { useMay } from '../../lib/use-may.ts';
import classes from './connect-card.module.css';

/** Whether the workspace has a store in use; undefined until that is known. */
export function useHasStore(): boolean | undefined {
  const { account, workplaceId } = useAccount();
  return account && storesInUse(account.linked_stores, workplaceId).length > 0;
}

/** The first thing to do in a workspace without a store. */
export function ConnectCard() {
  const { t } = useTranslation('home');
  const { may } = useMay();
  if (useHasStore() !== false || !may('stores.connect')) return null;
  return (
    <section className={classes.card} aria-labelledby="connect-store">
      <Cable size={22} aria-hidden className={classes.mark} />
      <div className={classes.words}>
        <h2 id="connect-store" className={classes.title}>
          {t('connect.title')}
        </h2>
        <p className={classes.text}>{t('connect.text')}</p>
      </div>
      <LinkButton to="/app/channel">{t('connect.action')}</LinkButton>
    </section>
  );
}
