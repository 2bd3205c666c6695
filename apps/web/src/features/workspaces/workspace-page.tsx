import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../kit/page-header.tsx';
import { RatesCard } from './rates-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import classes from './workspaces.module.css';
import { WorkspacesCard } from './workspaces-card.tsx';

/** The workspace in use, and all that the person has. */
export default function WorkspacePage() {
  const { t } = useTranslation('workspaces');
  return (
    <>
      <PageHeader title={t('title')} />
      <div className={classes.page}>
        <SettingsCard />
        <RatesCard />
        <WorkspacesCard />
      </div>
    </>
  );
}
