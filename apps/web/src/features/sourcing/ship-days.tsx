import { type Days, shownDays } from '@quayside/kernel/days.ts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../lib/use-formats.ts';

/** Days in words: "5 days", "5-7 days", and a dash where nothing believable is known. */
export function useDaysText() {
  const { t } = useTranslation('sourcing');
  const { number } = useFormats();
  return (days: Days | undefined): string => {
    if (!days) return '-';
    if (days.min === days.max) return t('days', { count: days.min });
    return t('daysRange', { count: days.max, range: `${number(days.min)}-${number(days.max)}` });
  };
}

export function ShipDays({ min, max }: { min: number | null | undefined; max: number | null | undefined }) {
  const text = useDaysText();
  return <bdi>{text(shownDays(min, max))}</bdi>;
}
