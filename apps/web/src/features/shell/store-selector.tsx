import { useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Building2, ChevronsUpDown, Layers, Store } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isolated } from '../../i18n/isolate.ts';
import { Menu, type MenuItem } from '../../kit/menu.tsx';
import { SandboxTag } from '../../kit/sandbox-tag.tsx';
import { SkeletonLine } from '../../kit/skeletons.tsx';
import { type Account, currentStore } from '../../lib/account.ts';
import { loadChunk } from '../../lib/lazy-chunk.ts';
import { useAccount } from '../../lib/use-account.ts';
import { planQuery } from '../plans/index.ts';
import { hasActiveStore, storeChoices } from './store-choices.ts';
import classes from './store-selector.module.css';

/**
 * Which workspace is worked on, and whose rows its lists show: those of one store, or of all. Hidden with one workspace and no active store; stores that are
 * not active are listed but cannot be chosen. Choosing leads to Home, without a reload.
 */
export function StoreSelector() {
  const { t, i18n } = useTranslation('shell');
  const router = useRouter();
  const { account, workplace, store, shownStore, chooseStore, chooseWorkspace } = useAccount();
  const own = workplace?.is_own ?? false;
  const { data: plan } = useQuery({ ...planQuery, enabled: own && (account?.linked_stores.length ?? 0) > 1 });
  const addStore = own ? plan?.package.features.WP_ADD_STORE : undefined;
  const { data: planWithSeveral = '' } = useQuery({
    queryKey: ['plan-of-several-stores'],
    queryFn: async () => (await loadChunk(() => import('./several-stores.ts'))).SEVERAL_STORES,
    enabled: addStore !== undefined,
    staleTime: Number.POSITIVE_INFINITY,
  });
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
  const several = account.workplaces.length > 1;
  if (!hasActiveStore(account.linked_stores) && !several) return null;
  const inWorkspace = account.linked_stores.filter((linked) => linked.workplace_id === workplace?.id);
  const isAll = shownStore === undefined && inWorkspace.length > 1;
  // With a single store, all rows are its own.
  const shown = isAll ? undefined : (shownStore ?? store);
  const name = isAll ? t('store.all') : shown ? shown.store_name || shown.platform_domain : workplace?.name;
  const home = () => void router.navigate({ to: '/app' });
  const itemsOf = (one: Account['workplaces'][number]): MenuItem[] => {
    const stores = account.linked_stores.filter((linked) => linked.workplace_id === one.id);
    // Another workspace is entered by the store that would be in use there.
    const used = one.id === workplace?.id ? store?.id : currentStore(stores, one.id, undefined);
    // The plan that pays here speaks for the owner's own workspaces; where he is a guest, another one does.
    const items: MenuItem[] = storeChoices(stores, used, one.is_own ? addStore : undefined).map(
      ({ store: linked, disabled }) => ({
        key: linked.id,
        label: linked.store_name || linked.platform_domain,
        note: isolated(linked.platform_domain, i18n.dir() === 'rtl'),
        checked: linked.id === shown?.id,
        disabled:
          disabled === 'plan' ? t('store.locked', { plan: planWithSeveral }) : disabled && t(`store.${disabled}`),
        run: () => {
          chooseStore(linked.id);
          home();
        },
      }),
    );
    if (stores.length > 1 && hasActiveStore(stores))
      items.unshift({
        key: `all-${one.id}`,
        label: t('store.all'),
        checked: isAll && one.id === workplace?.id,
        run: () => {
          chooseWorkspace(one.id);
          home();
        },
      });
    // A workspace without an active store can still be worked in.
    if (several && !hasActiveStore(stores))
      items.push({
        key: one.id,
        label: t('store.noStore'),
        checked: one.id === workplace?.id,
        run: () => {
          chooseWorkspace(one.id);
          home();
        },
      });
    const [first, ...rest] = items;
    return several && first ? [{ ...first, section: one.name }, ...rest] : items;
  };
  return (
    <div className={classes.place}>
      <Menu
        label={several ? t('store.labelBoth') : t('store.label')}
        width={280}
        trigger={(props) => (
          <button type="button" className={classes.button} data-hint={shown?.platform_domain ?? name} {...props}>
            <span className={classes.icon}>
              {isAll ? (
                <Layers size={16} aria-hidden />
              ) : shown ? (
                <Store size={16} aria-hidden />
              ) : (
                <Building2 size={16} aria-hidden />
              )}
            </span>
            <span className={classes.words}>
              <span className={classes.name}>{name}</span>
              <span className={classes.domain}>
                {isAll ? (
                  several ? (
                    workplace?.name
                  ) : (
                    t('store.count', { count: inWorkspace.length })
                  )
                ) : several && shown ? (
                  workplace?.name
                ) : shown?.is_sandbox && !workplace?.is_sandbox_only ? (
                  <SandboxTag />
                ) : (
                  <bdi dir="ltr">{shown?.platform_domain}</bdi>
                )}
                {isAll || shown ? null : t('store.noStore')}
              </span>
            </span>
            <ChevronsUpDown size={14} aria-hidden className={classes.arrows} />
          </button>
        )}
        items={[
          ...account.workplaces.flatMap(itemsOf),
          ...(several
            ? [
                {
                  key: 'manage',
                  label: t('store.manage'),
                  icon: Building2,
                  section: '',
                  checked: false,
                  run: () => void router.navigate({ to: '/app/setting/workspace' }),
                },
              ]
            : []),
        ]}
      />
    </div>
  );
}
