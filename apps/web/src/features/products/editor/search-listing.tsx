import {
  LONGEST_SEO_DESCRIPTION,
  LONGEST_SEO_TITLE,
  SHOWN_SEO_DESCRIPTION,
  SHOWN_SEO_TITLE,
} from '@quayside/contracts/seo-limits.ts';
import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ChangedMark } from './changed-mark.tsx';
import editorClasses from './editor.module.css';
import { EditorSection, Field } from './editor-section.tsx';
import type { FieldEditor } from './field-editor.ts';
import { OnlyPlatforms } from './only-platforms.tsx';
import classes from './search-listing.module.css';

const FIELDS = [
  { field: 'seo_title', longest: LONGEST_SEO_TITLE, shown: SHOWN_SEO_TITLE },
  { field: 'seo_description', longest: LONGEST_SEO_DESCRIPTION, shown: SHOWN_SEO_DESCRIPTION },
] as const;

/** The text of a description, as a store that has no other words shows it. */
function toText(html: string): string {
  const { body } = new DOMParser().parseFromString(html, 'text/html');
  return (body.textContent ?? '').replaceAll(/\s+/g, ' ').trim();
}

const cut = (text: string, most: number): string => (text.length > most ? `${text.slice(0, most).trimEnd()}…` : text);

/** Title and description for search engines, with the result as a shopper would see it. */
export function SearchListing({ editor }: { editor: FieldEditor }) {
  const { t } = useTranslation('products');
  const { draft, changes, change } = editor;
  const id = useId();
  const title = draft.seo_title.trim() || draft.title;
  const text = draft.seo_description.trim() || toText(draft.description_html);
  return (
    <EditorSection id="seo" title={t('editor.seo')}>
      <OnlyPlatforms ability="seo" />
      <figure className={classes.preview} aria-label={t('editor.preview')}>
        <p className={classes.title} dir="auto">
          {cut(title, SHOWN_SEO_TITLE)}
        </p>
        <p className={classes.text} dir="auto">
          {cut(text, SHOWN_SEO_DESCRIPTION) || t('editor.nothing')}
        </p>
      </figure>
      {FIELDS.map(({ field, longest, shown }) => {
        const input = {
          id: `${id}-${field}`,
          dir: 'auto',
          className: editorClasses.input,
          value: draft[field],
          maxLength: longest,
          'aria-describedby': `${id}-${field}-count`,
        } as const;
        const write = (value: string) => change((now) => ({ ...now, [field]: value }));
        const length = draft[field].trim().length;
        return (
          <Field
            key={field}
            id={`${id}-${field}`}
            label={t(`field.${field}`)}
            mark={
              changes.fields.has(field) ? (
                <ChangedMark field={t(`field.${field}`)} original="" onRestore={() => write('')} />
              ) : null
            }
          >
            {field === 'seo_title' ? (
              <input {...input} placeholder={draft.title} onChange={(event) => write(event.currentTarget.value)} />
            ) : (
              <textarea
                {...input}
                className={classes.area}
                rows={3}
                placeholder={cut(toText(draft.description_html), SHOWN_SEO_DESCRIPTION)}
                onChange={(event) => write(event.currentTarget.value)}
              />
            )}
            <p id={`${id}-${field}-count`} className={classes.count} data-over={length > shown || undefined}>
              {t('editor.characters', { length, most: shown })}
            </p>
          </Field>
        );
      })}
      <p className={editorClasses.quiet}>{t('editor.seoEmpty')}</p>
    </EditorSection>
  );
}
