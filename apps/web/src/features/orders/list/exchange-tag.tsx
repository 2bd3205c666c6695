import { useTranslation } from 'react-i18next';
import { StatusBadge } from '../../../kit/status-badge.tsx';

/** Marks a replacement order in the list. */
export default function ExchangeTag() {
  const { t } = useTranslation('orderTimeline');
  return <StatusBadge tone="closed" label={t('exchange')} />;
}
