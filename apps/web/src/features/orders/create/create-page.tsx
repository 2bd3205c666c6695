import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SettingPage } from '../../../kit/setting-card.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { FileImport } from './file-import.tsx';
import { OrderForm } from './order-form.tsx';

/** Orders that come from no store: one by hand, or many from a CSV file. */
export default function CreatePage() {
  const { t } = useTranslation(['orders', 'createOrder']);
  const navigate = useNavigate();
  const { account, workplaceId } = useAccount();
  const { way, import: importId } = useSearch({ from: '/app/orders/create' });
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const isFile = way === 'file' || importId !== undefined;
  return (
    <>
      <PageHeader
        title={t('createOrder:create.title')}
        onBack={() => void navigate({ to: '/app/orders' })}
        actions={
          stores.length > 0 ? (
            <Segmented<'one' | 'file'>
              label={t('createOrder:create.way')}
              value={isFile ? 'file' : 'one'}
              choices={[
                { value: 'one', label: t('createOrder:create.one') },
                { value: 'file', label: t('createOrder:create.file') },
              ]}
              onChange={(next) =>
                void navigate({ to: '/app/orders/create', search: next === 'file' ? { way: 'file' } : {} })
              }
            />
          ) : null
        }
      />
      <SettingPage>
        {account && stores.length === 0 ? (
          <EmptyState
            title={t('createOrder:create.noStore')}
            text={t('createOrder:create.noStoreText')}
            action={<LinkButton to="/app/channel">{t('empty.stores')}</LinkButton>}
          />
        ) : isFile ? (
          <FileImport stores={stores} importId={importId} />
        ) : stores.length > 0 ? (
          <OrderForm stores={stores} />
        ) : null}
      </SettingPage>
    </>
  );
}
