import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { NotFoundPage } from '../../app/not-found-page.tsx';
import { useMeta } from '../auth/index.ts';

/** Leads on to the page for partners; where there is none, this address leads nowhere. */
export default function CampaignPage() {
  const { t } = useTranslation('public');
  const meta = useMeta();
  const partners = meta?.links.partners;
  useEffect(() => {
    if (partners) location.replace(partners);
  }, [partners]);
  if (meta && !partners) return <NotFoundPage />;
  return (
    <main aria-busy="true">
      <p className="visually-hidden">{t('leading')}</p>
    </main>
  );
}
