import { useTranslation } from 'react-i18next';
import { ChangedMark } from './changed-mark.tsx';
import type { Draft } from './draft.ts';
import classes from './editor.module.css';
import { EditorSection } from './editor-section.tsx';
import type { FieldEditor } from './field-editor.ts';

const OPTION_FAULTS = ['optionName', 'optionNameTwice', 'optionValue', 'optionValueTwice'] as const;
const LONGEST = 255;

/** The options of a product by other names; no value comes or goes, for each belongs to a variant of the supplier. */
export function Options({ editor }: { editor: FieldEditor }) {
  const { t } = useTranslation('products');
  const { draft, original, changes, change, faults } = editor;
  const fault = OPTION_FAULTS.find((one) => faults.includes(one));
  const rename = (at: number, next: (option: Draft['options'][number]) => Draft['options'][number]) =>
    change((now) => ({ ...now, options: now.options.map((option, index) => (index === at ? next(option) : option)) }));
  if (draft.options.length === 0) return null;
  return (
    <EditorSection
      id="options"
      title={t('editor.options')}
      mark={
        changes.fields.has('options') ? (
          <ChangedMark
            field={t('editor.options')}
            original={original.options.map((option) => (
              <p key={option.name}>
                {option.name}: {option.values.join(', ')}
              </p>
            ))}
            onRestore={() => change((now) => ({ ...now, options: original.options }))}
          />
        ) : null
      }
    >
      {draft.options.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an option is its place; its name is being typed
        <fieldset key={at} className={classes.option}>
          <legend className="visually-hidden">{t('editor.option', { number: at + 1 })}</legend>
          <input
            dir="auto"
            className={classes.input}
            data-name
            aria-label={t('editor.optionName', { number: at + 1 })}
            value={option.name}
            maxLength={LONGEST}
            aria-invalid={option.name.trim() === ''}
            onChange={(event) => {
              const name = event.currentTarget.value;
              rename(at, (now) => ({ ...now, name }));
            }}
          />
          <div className={classes.values}>
            {option.values.map((value, place) => (
              <input
                // biome-ignore lint/suspicious/noArrayIndexKey: a value is its place; its name is being typed
                key={place}
                dir="auto"
                className={classes.input}
                aria-label={t('editor.optionValue', { option: option.name, number: place + 1 })}
                value={value}
                maxLength={LONGEST}
                size={Math.max(4, Math.min(26, value.length + 1))}
                aria-invalid={value.trim() === ''}
                onChange={(event) => {
                  const text = event.currentTarget.value;
                  rename(at, (now) => ({
                    ...now,
                    values: now.values.map((one, index) => (index === place ? text : one)),
                  }));
                }}
              />
            ))}
          </div>
        </fieldset>
      ))}
      {fault ? (
        <p className={classes.error} role="alert">
          {t(`editor.refused.${fault}`)}
        </p>
      ) : null}
    </EditorSection>
  );
}
