import { useRouter } from '@tanstack/react-router';
import { ChevronsUpDown, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../kit/menu.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { useAccount } from '../../lib/use-account.ts';
import classes from './store-selector.module.css';

/**
 * Which store is worked on. Hidden without an active store; stores that are not active are listed but cannot be
 * chosen. Choosing leads to Home, without a reload.
 */
export function StoreSelector() {
  const { t } = useTranslation('shell');
  const router = useRouter();
  const { account, store, chooseStore } = useAccount();
  if (!account) {
    return (
      <div className={classes.place} aria-hidden="true">
        <div className={classes.button}>
          <span className={classes.icon} />
          <span className={classes.words}>
            <SkeletonLine width={120} />
          </span>
        </div>
      </div>
    );
  }
  if (!store) return null;
  return (
    <div className={classes.place}>
      <Menu
        label={t('store.label')}
        width={280}
        trigger={(props) => (
          <button type="button" className={classes.button} data-hint={store.platform_domain} {...props}>
            <span className={classes.icon}>
              <Store size={16} aria-hidden />
            </span>
            <span className={classes.words}>
              <span className={classes.name}>{store.store_name || store.platform_domain}</span>
              <span className={classes.domain}>{store.is_sandbox ? <SandboxTag /> : store.platform_domain}</span>
            </span>
            <ChevronsUpDown size={14} aria-hidden className={classes.arrows} />
          </button>
        )}
        items={account.linked_stores.map((one) => ({
          key: one.id,
          label: one.store_name || one.platform_domain,
          note: one.platform_domain,
          checked: one.id === store.id,
          disabled: one.status === 'active' ? undefined : t(`store.${one.status}`),
          run: () => {
            chooseStore(one.id);
            void router.navigate({ to: '/app' });
          },
        }))}
      />
    </div>
  );
}
