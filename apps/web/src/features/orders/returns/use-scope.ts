import type { ReturnAddress } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { connectorName } from '../../../lib/connectors.ts';
import { useAccount } from '../../../lib/use-account.ts';

/** What a return address is for, in words: a supplier's items, a store, or everything else. */
export function useScope(): (address: Pick<ReturnAddress, 'source' | 'store_id'>) => string {
  const { t } = useTranslation('returns');
  const { account } = useAccount();
  return ({ source, store_id }) => {
    if (source) return t('scope.supplier', { name: connectorName(source) });
    const store = account?.linked_stores.find((one) => one.id === store_id);
    return store_id ? t('scope.store', { name: store?.store_name ?? '--' }) : t('scope.all');
  };
}
