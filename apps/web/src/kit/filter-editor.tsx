import { type ComponentProps, Suspense, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import { ChoiceList } from './choice-list.tsx';
import classes from './filter-chips.module.css';
import { type FilterDef, type FilterValues, filterKeys } from './filters.ts';

const CountryList = lazyChunk(() => import('./country-picker.tsx').then((kit) => ({ default: kit.CountryList })));

interface Props {
  filter: FilterDef;
  values: FilterValues;
  onChange(patch: FilterValues): void;
}

/** The country list loads shortly after its popover opens and takes the focus then. */
function Countries(props: ComponentProps<typeof CountryList>) {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.querySelector<HTMLElement>('[data-autofocus]')?.focus(), []);
  return (
    <div ref={box}>
      <CountryList {...props} />
    </div>
  );
}

/** The popover of a filter chip. Changes apply immediately; there is no Apply button. */
export function FilterEditor({ filter, values, onChange }: Props) {
  const { t } = useTranslation('common');
  if (filter.kind === 'choice') {
    return (
      <ChoiceList
        label={filter.label}
        choices={filter.choices}
        chosen={values[filter.key] ?? []}
        many={filter.many}
        searchLabel={filter.search || filter.choices.length > 8 ? t('search') : undefined}
        emptyText={t('nothingFound')}
        onSearch={filter.onSearch}
        onChange={(next) => onChange({ [filter.key]: next })}
      />
    );
  }
  if (filter.kind === 'country') {
    return (
      <Suspense fallback={null}>
        <Countries
          value={values[filter.key]?.[0]}
          only={filter.only}
          onChange={(code) => onChange({ [filter.key]: [code] })}
        />
      </Suspense>
    );
  }
  return <RangeEditor filter={filter} values={values} onChange={onChange} />;
}

const WAIT_MS = 350;

function RangeEditor({
  filter,
  values,
  onChange,
}: Props & { filter: Extract<FilterDef, { kind: 'range' | 'dates' }> }) {
  const { t } = useTranslation('common');
  const id = useId();
  const keys = filterKeys(filter);
  const [draft, setDraft] = useState(() => keys.map((key) => values[key]?.[0] ?? ''));
  const send = useRef(onChange);
  useEffect(() => {
    send.current = onChange;
  });
  const draftText = draft.join('\n');
  const sent = useRef(draftText);
  const keyText = keys.join('\n');
  useEffect(() => {
    if (sent.current === draftText) return;
    const timer = setTimeout(() => {
      sent.current = draftText;
      const parts = draftText.split('\n');
      send.current(
        Object.fromEntries(keyText.split('\n').map((key, index) => [key, parts[index] ? [parts[index]] : []])),
      );
    }, WAIT_MS);
    return () => clearTimeout(timer);
  }, [draftText, keyText]);

  const type = filter.kind === 'dates' ? 'date' : 'number';
  return (
    <div className={classes.range}>
      {[t('filter.lowest'), t('filter.highest')].map((label, index) => (
        <div key={label} className={classes.bound}>
          <label htmlFor={`${id}-${index}`}>{label}</label>
          <input
            id={`${id}-${index}`}
            type={type}
            min={type === 'number' ? 0 : undefined}
            inputMode={type === 'number' ? 'decimal' : undefined}
            className={classes.field}
            value={draft[index]}
            onChange={(event) => {
              const value = event.currentTarget.value;
              setDraft((now) => now.map((one, at) => (at === index ? value : one)));
            }}
          />
        </div>
      ))}
    </div>
  );
}
