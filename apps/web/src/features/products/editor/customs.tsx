import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { CountryPicker } from '../../../kit/country-picker.tsx';
import { ChangedMark } from './changed-mark.tsx';
import classes from './editor.module.css';
import { EditorSection, Field } from './editor-section.tsx';
import type { FieldEditor } from './field-editor.ts';
import { OnlyPlatforms } from './only-platforms.tsx';

const LONGEST_HS_CODE = 13;

/** What customs ask for: the HS code and the country of origin. */
export function Customs({ editor }: { editor: FieldEditor }) {
  const { t } = useTranslation('products');
  const { draft, changes, change, faults } = editor;
  const id = useId();
  const isRefused = faults.includes('hsCode');
  const mark = (field: 'hs_code' | 'origin_country') =>
    changes.fields.has(field) ? (
      <ChangedMark
        field={t(`field.${field}`)}
        original=""
        onRestore={() => change((now) => ({ ...now, [field]: '' }))}
      />
    ) : null;
  return (
    <EditorSection title={t('editor.customs')}>
      <OnlyPlatforms ability="customs" />
      <Field
        id={`${id}-hs`}
        label={t('field.hs_code')}
        mark={mark('hs_code')}
        {...(isRefused ? { error: t('editor.refused.hsCode') } : {})}
      >
        <input
          id={`${id}-hs`}
          dir="ltr"
          inputMode="numeric"
          className={classes.input}
          value={draft.hs_code}
          maxLength={LONGEST_HS_CODE}
          aria-invalid={isRefused}
          aria-describedby={isRefused ? `${id}-hs-error` : undefined}
          onChange={(event) => {
            const hs_code = event.currentTarget.value.replaceAll(/[\s.]/g, '');
            change((now) => ({ ...now, hs_code }));
          }}
        />
      </Field>
      <div className={classes.field}>
        <div className={classes.fieldHead}>
          <span className={classes.fieldName}>{t('field.origin_country')}</span>
          {mark('origin_country')}
        </div>
        <CountryPicker
          label={draft.origin_country ? t('field.origin_country') : t('editor.chooseCountry')}
          value={draft.origin_country || undefined}
          onChange={(origin_country) => change((now) => ({ ...now, origin_country }))}
        />
      </div>
    </EditorSection>
  );
}
