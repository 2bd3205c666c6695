import { Undo2 } from 'lucide-react';
import { memo, useDeferredValue } from 'react';
import { useTranslation } from 'react-i18next';
import { PLAIN_FIELDS } from './draft.ts';
import classes from './editor.module.css';
import { EditorSection } from './editor-section.tsx';
import type { Editor } from './use-editor.ts';

/** All that differs from the supplier's original. It follows once the fields themselves are drawn. */
export function ChangesCard({ editor }: { editor: Editor }) {
  return <Changes changes={useDeferredValue(editor.changes)} original={editor.original} change={editor.change} />;
}

/** Each change, to be restored alone, and all of them at once. */
const Changes = memo(function Changes({ changes, original, change }: Pick<Editor, 'changes' | 'original' | 'change'>) {
  const { t } = useTranslation('products');
  const fields = PLAIN_FIELDS.filter((field) => changes.fields.has(field));
  return (
    <EditorSection
      title={t('editor.changes')}
      action={
        changes.count > 0 ? (
          <button type="button" className={classes.link} onClick={() => change(() => original)}>
            <Undo2 size={14} aria-hidden /> {t('editor.restoreAll')}
          </button>
        ) : null
      }
    >
      {changes.count === 0 ? (
        <p className={classes.quiet}>{t('editor.unchanged')}</p>
      ) : (
        <ul className={classes.changes}>
          {fields.map((field) => (
            <li key={field}>
              <span>{t(`field.${field}`)}</span>
              <button
                type="button"
                className={classes.link}
                aria-label={t('editor.restoreField', { field: t(`field.${field}`) })}
                onClick={() => change((now) => ({ ...now, [field]: original[field] }))}
              >
                {t('editor.restore')}
              </button>
            </li>
          ))}
          {changes.variants.size > 0 ? (
            <li>
              <span>{t('editor.changedVariants', { count: changes.variants.size })}</span>
              <button
                type="button"
                className={classes.link}
                aria-label={t('editor.restoreField', { field: t('editor.variants') })}
                onClick={() => change((now) => ({ ...now, variants: original.variants }))}
              >
                {t('editor.restore')}
              </button>
            </li>
          ) : null}
        </ul>
      )}
    </EditorSection>
  );
});
