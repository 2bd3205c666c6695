import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';

/** How many pieces are bought for the units sold of a multiple. */
export function Multiple({ units, of }: { units: number; of: { pieces_per_unit: number } }) {
  const { t } = useTranslation('orders');
  const { count } = useFormats();
  const { pieces_per_unit: pieces } = of;
  return (
    <span>{t('line.multiple', { units: count(units), pieces: count(pieces), total: count(units * pieces) })}</span>
  );
}
