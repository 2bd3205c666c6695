import type { RegionLists } from '@quayside/contracts/extension-messages.ts';
import { ChevronDown, Globe } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ChoiceList } from '../../kit/choice-list.tsx';
import { getFlag } from '../../kit/country-picker.tsx';
import { Pop } from '../../kit/pop.tsx';
import { useFormats } from '../../lib/use-formats.ts';
import { COUNTRY_LIST_PX } from '../../theme/layout.ts';
import classes from './extension.module.css';
import { GLOBAL, sortedRegions } from './regions.ts';

interface Props {
  label: string;
  regions: RegionLists[number]['regions'];
  value: string;
  nameOf(code: string): string;
  onChange(code: string): Promise<void>;
}

/** Which of a marketplace's sites is meant: its countries by name with their flags. */
export function RegionPicker({ label, regions, value, nameOf, onChange }: Props) {
  const { t } = useTranslation('common');
  const { language } = useFormats();
  const [busy, setBusy] = useState(false);
  const choices = sortedRegions(regions, nameOf, language).map(({ code, name }) => ({
    value: code,
    label: name,
    ...(code === GLOBAL ? {} : { note: code, image: getFlag(code) }),
  }));
  return (
    <Pop
      label={label}
      align="end"
      trigger={(props) => (
        <button
          type="button"
          className={classes.picker}
          disabled={busy}
          aria-label={`${label}: ${nameOf(value)}`}
          {...props}
        >
          {value === GLOBAL ? (
            <Globe size={16} aria-hidden />
          ) : (
            <img className={classes.flag} src={getFlag(value)} alt="" width={16} height={16} />
          )}
          <span className={classes.regionName}>{nameOf(value)}</span>
          <ChevronDown size={14} aria-hidden />
        </button>
      )}
    >
      {(close) => (
        <ChoiceList
          label={label}
          choices={choices}
          chosen={[value]}
          searchLabel={t('country.search')}
          emptyText={t('country.none')}
          height={COUNTRY_LIST_PX}
          onChange={([next]) => {
            close();
            if (!next) return;
            setBusy(true);
            void onChange(next).finally(() => setBusy(false));
          }}
        />
      )}
    </Pop>
  );
}
