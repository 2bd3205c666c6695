import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { usedTags } from '../product-queries.ts';
import { ChangedMark } from './changed-mark.tsx';
import classes from './editor.module.css';
import { EditorSection, Field } from './editor-section.tsx';
import type { FieldEditor } from './field-editor.ts';
import { TagField } from './tag-field.tsx';

const TEXTS = ['vendor', 'product_type'] as const;
const LONGEST = 255;

/** Vendor, type and tags. */
export function Organisation({ editor }: { editor: FieldEditor }) {
  const { t } = useTranslation('products');
  const { draft, original, changes, change } = editor;
  const { data: used } = useQuery(usedTags);
  const id = useId();
  return (
    <EditorSection title={t('editor.organisation')}>
      {TEXTS.map((field) => (
        <Field
          key={field}
          id={`${id}-${field}`}
          label={t(`field.${field}`)}
          mark={
            changes.fields.has(field) ? (
              <ChangedMark
                field={t(`field.${field}`)}
                original={original[field]}
                onRestore={() => change((now) => ({ ...now, [field]: original[field] }))}
              />
            ) : null
          }
        >
          <input
            id={`${id}-${field}`}
            dir="auto"
            className={classes.input}
            value={draft[field]}
            maxLength={LONGEST}
            onChange={(event) => {
              const value = event.currentTarget.value;
              change((now) => ({ ...now, [field]: value }));
            }}
          />
        </Field>
      ))}
      <Field
        id={`${id}-tags`}
        label={t('field.tags')}
        mark={
          changes.fields.has('tags') ? (
            <ChangedMark
              field={t('field.tags')}
              original={original.tags.join(', ')}
              onRestore={() => change((now) => ({ ...now, tags: original.tags }))}
            />
          ) : null
        }
      >
        <TagField
          id={`${id}-tags`}
          value={draft.tags}
          suggestions={used?.items.map(({ tag }) => tag) ?? []}
          onChange={(tags) => change((now) => ({ ...now, tags }))}
        />
      </Field>
    </EditorSection>
  );
}
