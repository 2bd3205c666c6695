import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../lib/use-formats.ts';
import { COUNTRY_LIST_PX } from '../theme/layout.ts';
import { ChoiceList } from './choice-list.tsx';
import { COUNTRY_CODES, USUAL_COUNTRIES } from './country-codes.ts';
import classes from './country-picker.module.css';
import { Pop } from './pop.tsx';

interface ListProps {
  value: string | undefined;
  onChange(code: string): void;
  /** Limits the list, for example to a supplier's destinations. */
  only?: readonly string[];
}

/** Path of a country's round flag. */
export const getFlag = (code: string): string => `/flags/${code.toLowerCase()}.svg`;

/** Countries with flags, searchable by name or code; less common ones appear only in search results. */
export function CountryList({ value, onChange, only }: ListProps) {
  const { t } = useTranslation('common');
  const { country, language } = useFormats();
  const choices = useMemo(() => {
    const order = new Intl.Collator(language);
    return (only ?? COUNTRY_CODES)
      .map((code) => ({
        value: code,
        label: country(code),
        note: code,
        image: getFlag(code),
        rare: !only && code !== value && !USUAL_COUNTRIES.has(code),
      }))
      .sort((a, b) => order.compare(a.label, b.label));
  }, [only, value, country, language]);
  return (
    <ChoiceList
      label={t('country.label')}
      choices={choices}
      chosen={value ? [value] : []}
      searchLabel={t('country.search')}
      emptyText={t('country.none')}
      height={COUNTRY_LIST_PX}
      onChange={(next) => next[0] && onChange(next[0])}
    />
  );
}

interface PickerProps extends ListProps {
  /** Text before the country: "Ship to". */
  label: string;
}

/** Country picker: a popover, on phones a sheet. */
export function CountryPicker({ label, ...list }: PickerProps) {
  const { country } = useFormats();
  return (
    <Pop
      label={label}
      trigger={(props) => (
        <button type="button" className={classes.button} {...props}>
          <span className={classes.label}>{label}</span>
          {list.value ? <img className={classes.flag} src={getFlag(list.value)} alt="" width={16} height={16} /> : null}
          {list.value ? <span className={classes.name}>{country(list.value)}</span> : null}
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
    >
      {(close) => (
        <CountryList
          {...list}
          onChange={(code) => {
            list.onChange(code);
            close();
          }}
        />
      )}
    </Pop>
  );
}
