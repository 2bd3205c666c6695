import type { MetafieldDefinition } from '@quayside/contracts';
import { METAFIELD_UNITS } from '@quayside/contracts/metafields.ts';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import editorClasses from '../editor/editor.module.css';
import classes from './metafields.module.css';
import { entriesOf, measureOf, toList, toMeasure } from './value-text.ts';

interface Props {
  id: string;
  definition: MetafieldDefinition;
  value: string;
  isRefused: boolean;
  /** An empty text: no value. */
  onChange(value: string): void;
}

/** The options of a definition; undefined: any value will do. */
function choicesOf({ validations }: MetafieldDefinition): string[] | undefined {
  const choices = validations.find((one) => one.name === 'choices')?.value;
  return choices === undefined ? undefined : entriesOf(choices);
}

/** The input of a metafield by its type. */
export function ValueInput({ id, definition, value, isRefused, onChange }: Props) {
  const { t } = useTranslation('metafields');
  const { type } = definition;
  const shared = {
    id,
    className: editorClasses.input,
    'aria-invalid': isRefused || undefined,
    'aria-describedby': isRefused ? `${id}-error` : undefined,
  };
  if (!definition.is_editable) return <GoneInput {...shared} value={value} onRemove={() => onChange('')} />;
  const choices =
    type === 'boolean' ? ['true', 'false'] : type === 'single_line_text_field' ? choicesOf(definition) : undefined;
  if (choices) {
    // A value from before the choices were changed stays visible.
    const all = value !== '' && !choices.includes(value) ? [...choices, value] : choices;
    const shown = (one: string) => (type === 'boolean' ? t(one === 'true' ? 'yes' : 'no') : one);
    return (
      <select {...shared} value={value} onChange={(event) => onChange(event.currentTarget.value)}>
        <option value="">{t('noValue')}</option>
        {all.map((one) => (
          <option key={one} value={one}>
            {shown(one)}
          </option>
        ))}
      </select>
    );
  }
  switch (type) {
    case 'multi_line_text_field':
      return (
        <textarea
          {...shared}
          className={`${editorClasses.input} ${classes.area}`}
          rows={4}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
    case 'list.single_line_text_field':
      return <ListInput shared={shared} value={value} onChange={onChange} />;
    case 'weight':
    case 'dimension':
    case 'volume':
      return <MeasureInput shared={shared} name={definition.name} type={type} value={value} onChange={onChange} />;
    default:
      return (
        <input
          {...shared}
          type={type === 'date' ? 'date' : 'text'}
          dir={type === 'single_line_text_field' ? 'auto' : 'ltr'}
          inputMode={type === 'number_integer' ? 'numeric' : type === 'number_decimal' ? 'decimal' : 'text'}
          placeholder={type === 'color' ? '#ffaa00' : type === 'url' ? 'https://' : undefined}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      );
  }
}

type Shared = Pick<Props, 'id'> & {
  className: string | undefined;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

/** A value that can only be removed. */
function GoneInput({ value, onRemove, ...shared }: Shared & { value: string; onRemove(): void }) {
  const { t } = useTranslation('metafields');
  return (
    <span className={classes.measure}>
      <input {...shared} dir="auto" readOnly value={value} />
      <button type="button" className={editorClasses.link} disabled={value === ''} onClick={onRemove}>
        {t('remove')}
      </button>
    </span>
  );
}

/** A list with an entry in each line. */
function ListInput({ shared, value, onChange }: { shared: Shared } & Pick<Props, 'value' | 'onChange'>) {
  const { t } = useTranslation('metafields');
  // The lines as typed: an empty last line is one that is still to be filled.
  const [text, setText] = useState(() => entriesOf(value).join('\n'));
  return (
    <textarea
      {...shared}
      className={`${editorClasses.input} ${classes.area}`}
      dir="auto"
      rows={3}
      placeholder={t('listHint')}
      value={text}
      onChange={(event) => {
        setText(event.currentTarget.value);
        onChange(toList(event.currentTarget.value));
      }}
    />
  );
}

interface MeasureProps extends Pick<Props, 'value' | 'onChange'> {
  shared: Shared;
  name: string;
  type: keyof typeof METAFIELD_UNITS;
}

/** An amount and its unit. */
function MeasureInput({ shared, name, type, value, onChange }: MeasureProps) {
  const { t } = useTranslation('metafields');
  const units: readonly string[] = METAFIELD_UNITS[type];
  const [measure, setMeasure] = useState(() => measureOf(value, units[0] ?? ''));
  const change = (next: typeof measure) => {
    setMeasure(next);
    onChange(toMeasure(next));
  };
  return (
    <span className={classes.measure}>
      <input
        {...shared}
        dir="ltr"
        inputMode="decimal"
        value={measure.amount}
        onChange={(event) => change({ ...measure, amount: event.currentTarget.value })}
      />
      <select
        className={editorClasses.input}
        aria-label={t('unit', { name })}
        value={measure.unit}
        onChange={(event) => change({ ...measure, unit: event.currentTarget.value })}
      >
        {units.map((unit) => (
          <option key={unit} value={unit}>
            {unit}
          </option>
        ))}
      </select>
    </span>
  );
}
