import { ArrowDownWideNarrow, ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Menu } from '../../../kit/menu.tsx';
import classes from './find-page.module.css';
import { getSort, SORTS } from './sorts.ts';

/** In which order the products stand. */
export function SortMenu({ value, onChange }: { value: string; onChange(sort: string): void }) {
  const { t } = useTranslation('sourcing');
  const now = getSort(value);
  const known = SORTS.find((sort) => sort === now);
  return (
    <Menu
      label={t('sort.label')}
      align="end"
      trigger={(props) => (
        <button type="button" className={classes.tool} {...props}>
          <ArrowDownWideNarrow size={14} aria-hidden />
          <span className="visually-hidden">{t('sort.label')}: </span>
          <span>{known ? t(`sort.${known}`) : t('sort.label')}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
      items={SORTS.map((sort) => ({
        key: sort,
        label: t(`sort.${sort}`),
        checked: sort === now,
        run: () => onChange(sort),
      }))}
    />
  );
}
