import { useNavigate, useSearch } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { LinkButton } from '../../../kit/link-button.tsx';
import { PageHeader } from '../../../kit/page-header.tsx';
import { Segmented } from '../../../kit/segmented.tsx';
import { SettingPage } from '../../../kit/setting-card.tsx';
import { EmptyState } from '../../../kit/states.tsx';
import { storesInUse } from '../../../lib/account.ts';
import { useAccount } from '../../../lib/use-account.ts';
import { TaskHost } from '../tasks.tsx';
import { FileImport } from './file-import.tsx';
import { OrderForm } from './order-form.tsx';
import { SampleForm } from './sample-form.tsx';

/** Orders that come from no store: one by hand, many from a CSV file, or a sample for oneself. */
export default function CreatePage() {
  const { t } = useTranslation(['orders', 'createOrder']);
  const navigate = useNavigate();
  const { account, workplaceId } = useAccount();
  const { way, import: importId, ...product } = useSearch({ from: '/app/orders/create' });
  const stores = storesInUse(account?.linked_stores, workplaceId);
  const isSample = way === 'sample';
  const isFile = way === 'file' || importId !== undefined;
  return (
    <>
      <PageHeader
        title={t('createOrder:create.title')}
        onBack={() => void navigate({ to: '/app/orders' })}
        actions={
          stores.length > 0 ? (
            <Segmented<'one' | 'file' | 'sample'>
              label={t('createOrder:create.way')}
              value={isSample ? 'sample' : isFile ? 'file' : 'one'}
              choices={[
                { value: 'one', label: t('createOrder:create.one') },
                { value: 'file', label: t('createOrder:create.file') },
                { value: 'sample', label: t('orders:sample') },
              ]}
              onChange={(next) =>
                void navigate({ to: '/app/orders/create', search: next === 'one' ? {} : { way: next } })
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
        ) : isSample && stores.length > 0 ? (
          <TaskHost>
            <SampleForm stores={stores} named={product} />
          </TaskHost>
        ) : isFile ? (
          <FileImport stores={stores} importId={importId} />
        ) : stores.length > 0 ? (
          <OrderForm stores={stores} />
        ) : null}
      </SettingPage>
    </>
  );
}
