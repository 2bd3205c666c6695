import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { SettingPage } from '../../kit/setting-card.tsx';
import { AlarmDaysCard } from './alarm-days.tsx';
import { BrandCard } from './brand.tsx';
import { MailsCard } from './mails.tsx';
import { Services } from './services.tsx';

/** Order tracking: where parcels' news comes from, when they need attention, and what shoppers see. */
export default function TrackingSettingsPage() {
  const { t } = useTranslation('trackingSettings');
  return (
    <>
      <PageHeader title={t('title')} />
      <SettingPage>
        <Services />
        <AlarmDaysCard />
        <BrandCard />
        <MailsCard />
      </SettingPage>
    </>
  );
}
