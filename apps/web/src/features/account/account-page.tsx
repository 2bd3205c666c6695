import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import classes from './account.module.css';
import { ProfileCard } from './profile-card.tsx';

/** The person's own settings. */
export default function AccountPage() {
  const { t } = useTranslation('account');
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.page}>
        <ProfileCard />
      </div>
    </>
  );
}
