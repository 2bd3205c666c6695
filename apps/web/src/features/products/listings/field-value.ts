import type { FieldDifference } from '@quayside/contracts';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';

/** The words of HTML; blocks stand apart from each other. */
const plain = (html: string): string => {
  const spaced = html.replaceAll(/<\/(?:p|div|li|h\d|tr)>|<br\s*\/?>/gi, '$& ');
  return new DOMParser().parseFromString(spaced, 'text/html').body.textContent ?? '';
};

const KNOWN_STATUS = ['active', 'draft', 'archived', 'pending', 'private', 'unlisted'] as const;
type KnownStatus = (typeof KNOWN_STATUS)[number];
const isKnown = (status: string): status is KnownStatus => KNOWN_STATUS.some((one) => one === status);

/** A field's value in the reader's words; null: the store has none, or nothing was recorded. */
export function useFieldValue(): (field: FieldDifference['field'], value: string | null) => string | null {
  const { t } = useTranslation('storeFields');
  const { money, number } = useFormats();
  return (field, value) => {
    if (value === null || value === '') return null;
    switch (field) {
      case 'price':
      case 'compare_at_price': {
        const [amount = '', currency = ''] = value.split(' ');
        return money(Number(amount), currency);
      }
      case 'description_html':
        return plain(value).trim() || null;
      case 'status':
        return isKnown(value) ? t(`status.${value}`) : value;
      case 'sells_out_of_stock':
        return t(value === 'true' ? 'yes' : 'no');
      case 'weight_grams':
        return t('grams', { grams: number(Number(value)) });
      case 'quantity':
        return number(Number(value));
      default:
        return value;
    }
  };
}
