import { CONTENT_STYLES, CONTENT_TONES } from '@quayside/contracts/enhancer-choices.ts';
import { useTranslation } from 'react-i18next';

/** The styles and tones that a model can be asked for, as choices of a list; none is as it comes. */
export function useManners() {
  const { t } = useTranslation('products');
  const asItComes = { value: '', label: t('enhance.asItComes') };
  return {
    styles: [asItComes, ...CONTENT_STYLES.map((value) => ({ value, label: t(`enhance.styles.${value}`) }))],
    tones: [asItComes, ...CONTENT_TONES.map((value) => ({ value, label: t(`enhance.tones.${value}`) }))],
  };
}
