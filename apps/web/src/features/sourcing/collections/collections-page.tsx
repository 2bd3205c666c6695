import { useNavigate } from '@tanstack/react-router';
import { useTranslation } from 'react-i18next';
import { PageHeader } from '../../../kit/page-header.tsx';
import CollectionCards from './collection-cards.tsx';

/** The collections on a screen of their own. */
export default function CollectionsPage() {
  const { t } = useTranslation('sourcing');
  const navigate = useNavigate();
  return (
    <>
      <PageHeader title={t('collection.heading')} onBack={() => void navigate({ to: '/app/find-product' })} />
      <CollectionCards spread />
    </>
  );
}
