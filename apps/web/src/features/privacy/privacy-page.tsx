import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingPage } from '../../kit/setting-card.tsx';
import { RequestsCard } from './requests-card.tsx';
import { RetentionCard } from './retention-card.tsx';
import { ShopperCard } from './shopper-card.tsx';

/** Personal data of shoppers: looked up, handed over and erased, on request and after a time. */
export default function PrivacyPage() {
  const { t } = useTranslation('privacy');
  return (
    <>
      <PageHeader title={t('title')} />
      <SettingPage>
        <ShopperCard />
        <RequestsCard />
        <RetentionCard />
      </SettingPage>
    </>
  );
}
