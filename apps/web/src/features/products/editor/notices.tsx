import { CircleAlert, GitMerge, History, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './editor.module.css';
import type { Editor } from './use-editor.ts';

/** What a person must know above the fields: a save that failed, and what somebody else saved meanwhile. */
export function EditorNotices({ editor }: { editor: Editor }) {
  const { t } = useTranslation('products');
  const { list } = useFormats();
  const { failure, merged, restored } = editor;
  const fields = [...new Set(merged?.map((one) => t(`field.${one.field}`)))];
  if (!failure && !merged && !restored) return null;
  return (
    <div className={classes.notices}>
      {failure ? (
        <div className={classes.notice} data-tone="broken" role="alert">
          <CircleAlert size={18} aria-hidden />
          <p>
            <strong>{t('editor.notSaved')}</strong> {failure}
          </p>
        </div>
      ) : null}
      {restored && !merged ? (
        <div className={classes.notice} data-tone="moving" role="status">
          <History size={18} aria-hidden />
          <p>
            <strong>{t('editor.restored')}</strong> {t('editor.restoredText')}
          </p>
          <button type="button" aria-label={t('editor.putAway')} onClick={editor.putAway}>
            <X size={16} aria-hidden />
          </button>
        </div>
      ) : null}
      {merged ? (
        <div className={classes.notice} data-tone="moving" role="status">
          <GitMerge size={18} aria-hidden />
          <p>
            <strong>{t('editor.merged')}</strong>{' '}
            {fields.length > 0
              ? t('editor.mergedBoth', { fields: list(fields, 'conjunction') })
              : t('editor.mergedClean')}
          </p>
          <button type="button" aria-label={t('editor.putAway')} onClick={editor.putAway}>
            <X size={16} aria-hidden />
          </button>
        </div>
      ) : null}
    </div>
  );
}
