import { ActionIcon, Loader } from '@mantine/core';
import { ChevronDown, CircleAlert, CircleCheck, X } from 'lucide-react';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../lib/use-formats.ts';
import classes from './library.module.css';
import { getProgress, type UploadItem } from './uploads.ts';

/** The state of uploads. Collapses when all are done; renders nothing without one. */
export function UploadCard({ items, onClear }: { items: readonly UploadItem[]; onClear(): void }) {
  const { t } = useTranslation(['library', 'common']);
  const { percent } = useFormats();
  const id = useId();
  const { remaining, failed, isCollapsed } = getProgress(items);
  /** A manual choice, until the uploads start or end. */
  const [byHand, setByHand] = useState<{ collapsed: boolean; open: boolean }>();
  if (items.length === 0) return null;
  // Failed ones first: the list is short, and they are what needs a look.
  const inOrder = items.toSorted((a, b) => Number(b.status === 'error') - Number(a.status === 'error'));
  const open = byHand?.collapsed === isCollapsed ? byHand.open : !isCollapsed;
  return (
    <section className={classes.card} aria-label={t('uploads')}>
      <div className={classes.cardHead}>
        {remaining > 0 ? (
          <Loader size={16} aria-hidden />
        ) : failed > 0 ? (
          <CircleAlert size={16} className={classes.bad} aria-hidden />
        ) : (
          <CircleCheck size={16} className={classes.good} aria-hidden />
        )}
        <span className={classes.cardTitle} role="status">
          {remaining > 0
            ? t('uploading', { count: remaining })
            : failed > 0
              ? t('failed', { count: failed })
              : t('uploaded')}
        </span>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(open ? 'hide' : 'show')}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setByHand({ collapsed: isCollapsed, open: !open })}
        >
          <ChevronDown size={16} data-open={open || undefined} className={classes.chevron} aria-hidden />
        </ActionIcon>
        {remaining === 0 ? (
          <ActionIcon variant="subtle" color="gray" aria-label={t('common:close')} onClick={onClear}>
            <X size={16} aria-hidden />
          </ActionIcon>
        ) : null}
      </div>
      <ul id={id} hidden={!open} className={classes.files}>
        {inOrder.map((item) => (
          <li key={item.id} className={classes.file} data-status={item.status}>
            <span className={classes.name} dir="auto">
              {item.name}
            </span>
            <span className={classes.fileState}>
              {item.status === 'error'
                ? item.error
                : item.status === 'done'
                  ? t('state.done')
                  : item.share === undefined
                    ? t('state.processing')
                    : t('state.sent', { share: percent(item.share) })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
