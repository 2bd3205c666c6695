import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/segmented.tsx';

interface Props {
  label: string;
  publish: boolean;
  onChange(publish: boolean): void;
}

/** Whether products go live or become drafts in their stores. */
export function StatusChoice({ label, publish, onChange }: Props) {
  const { t } = useTranslation('products');
  return (
    <Segmented
      label={label}
      value={publish ? 'active' : 'draft'}
      onChange={(value) => onChange(value === 'active')}
      choices={[
        { value: 'active', label: t('listing.status.active') },
        { value: 'draft', label: t('listing.status.draft') },
      ]}
    />
  );
}
