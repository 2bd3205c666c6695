import { Plus, X } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../lib/use-formats.ts';
import classes from './filter-chips.module.css';
import { FilterEditor } from './filter-editor.tsx';
import { type FilterDef, type FilterValues, filterKeys, isSet } from './filters.ts';
import { MenuList } from './menu.tsx';
import { Pop } from './pop.tsx';

interface Props {
  filters: readonly FilterDef[];
  values: FilterValues;
  onChange(patch: FilterValues): void;
}

/** Describes a filter: "is paid or shipped", "from $10 to $30". */
function useSentence() {
  const { t } = useTranslation('common');
  const formats = useFormats();
  return (filter: FilterDef, values: FilterValues): string => {
    const [low, high] = filterKeys(filter).map((key) => values[key]?.[0]);
    if (filter.kind === 'choice' || filter.kind === 'country') {
      const names = (values[filter.key] ?? []).map((value) =>
        filter.kind === 'country'
          ? formats.country(value)
          : (filter.choices.find((one) => one.value === value)?.label ?? value),
      );
      return names.length > 3 ? t('filter.several', { count: names.length }) : formats.list(names);
    }
    const show = (raw: string) => {
      if (filter.kind === 'dates') return formats.date(raw);
      if (filter.unit === 'money') return formats.money(Number(raw), filter.currency);
      if (filter.unit === 'percent') return formats.percent(Number(raw) / 100);
      if (filter.unit === 'days') return t('filter.days', { count: Number(raw) });
      return formats.number(Number(raw));
    };
    if (low && high) return t('filter.between', { low: show(low), high: show(high) });
    return low ? t('filter.from', { low: show(low) }) : t('filter.to', { high: show(high ?? '') });
  };
}

/** The active filters as readable text, and the button that adds one. */
export function FilterChips({ filters, values, onChange }: Props) {
  const { t } = useTranslation('common');
  const sentence = useSentence();
  const [addingKey, setAddingKey] = useState<string>();
  // By its key, since its choices may depend on what is typed.
  const adding = filters.find((filter) => filter.key === addingKey);
  const inForce = filters.filter((filter) => isSet(filter, values));
  const clear = (list: readonly FilterDef[]) =>
    onChange(Object.fromEntries(list.flatMap(filterKeys).map((key) => [key, []])));

  return (
    <div className={classes.chips} data-set={inForce.length > 0 || undefined}>
      {inForce.map((filter, index) => (
        <span key={filter.key} className={classes.chip}>
          {index > 0 ? <span className={classes.and}>{t('filter.and')}</span> : null}
          <Pop
            label={filter.label}
            trigger={(props) => (
              <button type="button" className={classes.edit} {...props}>
                <span className={classes.subject}>{filter.label}</span> {sentence(filter, values)}
              </button>
            )}
          >
            {() => <FilterEditor filter={filter} values={values} onChange={onChange} />}
          </Pop>
          <button
            type="button"
            className={classes.remove}
            aria-label={t('filter.remove', { name: filter.label })}
            onClick={() => clear([filter])}
          >
            <X size={14} aria-hidden />
          </button>
        </span>
      ))}
      <Pop
        label={adding?.label ?? t('filter.add')}
        trigger={(props) => (
          <button
            type="button"
            className={classes.add}
            {...props}
            onClick={() => {
              setAddingKey(undefined);
              props.onClick();
            }}
          >
            <Plus size={14} aria-hidden />
            {t('filter.add')}
          </button>
        )}
      >
        {() =>
          adding ? (
            <FilterEditor filter={adding} values={values} onChange={onChange} />
          ) : (
            <MenuList
              onDone={() => undefined}
              items={filters.map((filter) => ({
                key: filter.key,
                label: filter.label,
                note: isSet(filter, values) ? sentence(filter, values) : undefined,
                run: () => setAddingKey(filter.key),
              }))}
            />
          )
        }
      </Pop>
      {inForce.length > 0 ? (
        <button type="button" className={classes.clear} onClick={() => clear(inForce)}>
          {t('filter.clear')}
        </button>
      ) : null}
    </div>
  );
}
