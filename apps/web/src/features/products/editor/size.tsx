import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Segmented } from '../../../kit/segmented.tsx';
import { useFormats } from '../../../lib/use-formats.ts';
import { ChangedMark } from './changed-mark.tsx';
import classes from './editor.module.css';
import { EditorSection } from './editor-section.tsx';
import type { FieldEditor } from './field-editor.ts';
import { OnlyPlatforms } from './only-platforms.tsx';
import { lengthText, lengthUnit, toMillimeters } from './sheet/length.ts';
import { findDecimalSign, readNumber } from './sheet/numbers.ts';
import { WEIGHT_UNITS } from './sheet/weight.ts';
import size from './size.module.css';

const SIDES = ['length_mm', 'width_mm', 'height_mm'] as const;
type Side = (typeof SIDES)[number];

/** Length, width and height of the packed product, and the unit of its weights. */
export function Size({ editor }: { editor: FieldEditor }) {
  const { t } = useTranslation('products');
  const { language } = useFormats();
  const { draft, changes, change } = editor;
  const id = useId();
  // A text that is no size stays while it is being typed, and changes nothing.
  const [typed, setTyped] = useState<{ side: Side; text: string; wrong: boolean }>();
  const unit = lengthUnit(draft.weight_unit);
  const sign = findDecimalSign([], language);

  function type(side: Side, text: string): void {
    const number = readNumber(text, sign);
    const mm = text.trim() === '' ? null : number === undefined ? undefined : toMillimeters(number, unit);
    setTyped({ side, text, wrong: mm === undefined });
    if (mm !== undefined) change((now) => ({ ...now, [side]: mm }));
  }
  return (
    <EditorSection title={t('editor.size')}>
      <Segmented
        label={t('field.weight_unit')}
        value={draft.weight_unit}
        onChange={(weight_unit) => change((now) => ({ ...now, weight_unit }))}
        choices={WEIGHT_UNITS.map((value) => ({ value, label: value }))}
      />
      <div className={size.sides}>
        {SIDES.map((side) => {
          const own = typed?.side === side ? typed : undefined;
          return (
            <div key={side} className={classes.field}>
              <div className={size.head}>
                <label htmlFor={`${id}-${side}`}>
                  {t(`field.${side}`)} ({unit})
                </label>
                {changes.fields.has(side) ? (
                  <ChangedMark
                    small
                    field={t(`field.${side}`)}
                    original=""
                    onRestore={() => change((now) => ({ ...now, [side]: null }))}
                  />
                ) : null}
              </div>
              <input
                id={`${id}-${side}`}
                dir="ltr"
                inputMode="decimal"
                className={classes.input}
                value={own?.text ?? lengthText(draft[side], unit)}
                maxLength={20}
                aria-invalid={own?.wrong || undefined}
                aria-describedby={own?.wrong ? `${id}-wrong` : `${id}-note`}
                onChange={(event) => type(side, event.currentTarget.value)}
                onBlur={() => setTyped(undefined)}
              />
            </div>
          );
        })}
      </div>
      {typed?.wrong ? (
        <p id={`${id}-wrong`} className={classes.error} role="alert">
          {t('editor.refused.size')}
        </p>
      ) : null}
      <p id={`${id}-note`} className={classes.quiet}>
        {t('editor.sizeNote')}
      </p>
      <OnlyPlatforms ability="dimensions" />
    </EditorSection>
  );
}
