import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { MayButton } from '../../../kit/may-button.tsx';
import { RichText } from '../../../kit/rich-text.tsx';
import { HtmlText } from '../html-text.tsx';
import { useEnhance } from '../use-enhance.ts';
import { ChangedMark } from './changed-mark.tsx';
import classes from './editor.module.css';
import { EditorSection, Field } from './editor-section.tsx';
import type { FieldEditor } from './field-editor.ts';

/** Title and description. */
export function Basics({ editor }: { editor: FieldEditor }) {
  const { t } = useTranslation('products');
  const { draft, original, changes, change, faults } = editor;
  const enhance = useEnhance();
  const id = useId();
  const fault = faults.find((one) => one === 'title' || one === 'titleLong');
  return (
    <EditorSection
      id="basics"
      title={t('editor.basics')}
      action={
        <MayButton needs="products.change" size="compact-sm" variant="subtle" onClick={() => enhance([editor.product])}>
          {t('enhance.action')}
        </MayButton>
      }
    >
      <Field
        id={id}
        label={t('field.title')}
        error={fault && t(`editor.refused.${fault}`)}
        mark={
          changes.fields.has('title') ? (
            <ChangedMark
              field={t('field.title')}
              original={original.title}
              onRestore={() => change((now) => ({ ...now, title: original.title }))}
            />
          ) : null
        }
      >
        <input
          id={id}
          dir="auto"
          className={classes.input}
          value={draft.title}
          aria-invalid={fault !== undefined}
          aria-describedby={fault ? `${id}-error` : undefined}
          onChange={(event) => {
            const title = event.currentTarget.value;
            change((now) => ({ ...now, title }));
          }}
        />
      </Field>
      <div className={classes.field}>
        <div className={classes.fieldHead}>
          <span className={classes.fieldName}>{t('field.description_html')}</span>
          {changes.fields.has('description_html') ? (
            <ChangedMark
              field={t('field.description_html')}
              original={original.description_html ? <HtmlText html={original.description_html} /> : null}
              onRestore={() => change((now) => ({ ...now, description_html: original.description_html }))}
            />
          ) : null}
        </div>
        <RichText
          value={draft.description_html}
          onChange={(description_html) => change((now) => ({ ...now, description_html }))}
          label={t('field.description_html')}
          minHeight={220}
        />
      </div>
    </EditorSection>
  );
}
