import { CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import classes from './process-list.module.css';
import { ProductPicture } from './product-picture.tsx';

export interface ProcessItem {
  id: string;
  title: string;
  picture: string | null;
  status: 'processing' | 'success' | 'error';
  done: number;
  total: number;
  /** What it does, and to which store. */
  note?: ReactNode;
  /** What went wrong, in words. */
  error?: string;
  /** Where its result is. */
  action?: ReactNode;
}

/** One line for each task, with its progress and how it ended. */
export function ProcessList({ items }: { items: readonly ProcessItem[] }) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.id} className={classes.item}>
          <ProductPicture src={item.picture} alt="" size={32} />
          <div className={classes.words}>
            <div className={classes.name}>{item.title}</div>
            {item.error ? (
              <div className={classes.error}>{item.error}</div>
            ) : item.note ? (
              <div className={classes.note}>{item.note}</div>
            ) : null}
          </div>
          {item.action}
          {item.status === 'processing' && item.total > 1 ? (
            <span className={classes.share}>
              {item.done}/{item.total}
            </span>
          ) : null}
          <ProcessMark status={item.status} />
        </li>
      ))}
    </ul>
  );
}

/** The icon of a task's status. */
export function ProcessMark({ status }: { status: ProcessItem['status'] }) {
  const { t } = useTranslation('common');
  const Icon = { processing: LoaderCircle, success: CircleCheck, error: CircleAlert }[status];
  return (
    <span className={classes.mark} data-status={status}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{t(`process.${status}`)}</span>
    </span>
  );
}

/** Dismisses finished tasks. */
export function DismissTasks({ onClick }: { onClick(): void }) {
  const { t } = useTranslation('common');
  return (
    <button type="button" className={classes.dismiss} onClick={onClick}>
      {t('process.seen')}
    </button>
  );
}
