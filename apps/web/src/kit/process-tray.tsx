import { ChevronDown, CircleAlert, CircleCheck, LoaderCircle } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../lib/use-formats.ts';
import classes from './process-tray.module.css';
import { ProductPicture } from './product-picture.tsx';

export interface ProcessItem {
  id: string;
  title: string;
  picture: string | null;
  status: 'processing' | 'success' | 'error';
  done: number;
  total: number;
  /** What it does, and for which store. */
  note?: ReactNode;
  /** The error message. */
  error?: string;
  /** Link to the result. */
  action?: ReactNode;
}

const STORAGE_NAME = 'quayside.tasks';

/** Collapsed by default; this browser remembers the last state. */
function wasOpen(): boolean {
  try {
    return localStorage.getItem(STORAGE_NAME) === 'open';
  } catch {
    return false;
  }
}

function keepOpen(open: boolean): void {
  try {
    localStorage.setItem(STORAGE_NAME, open ? 'open' : 'small');
  } catch {
    // Not remembered then: it starts collapsed on the next page.
  }
}

interface Props {
  items: readonly ProcessItem[];
  /** Dismisses finished tasks. */
  onSeen(ids: string[]): void;
}

/** Background tasks in a floating tray: running ones with progress, and finished ones until dismissed. */
export function ProcessTray({ items, onSeen }: Props) {
  const { t } = useTranslation('common');
  const { percent } = useFormats();
  const [open, setOpen] = useState(wasOpen);
  if (items.length === 0) return null;
  const running = items.filter((item) => item.status === 'processing');
  const failed = items.filter((item) => item.status === 'error');
  const ended = items.filter((item) => item.status !== 'processing');
  const done = running.reduce((sum, item) => sum + item.done, 0);
  const total = running.reduce((sum, item) => sum + item.total, 0);
  // Single-step tasks show the number left; a percentage would stay at 0 until the end.
  const hasShare = running.some((item) => item.total > 1);
  const title =
    running.length > 0
      ? t('process.running', { count: running.length })
      : failed.length > 0
        ? t('process.failed', { count: failed.length })
        : t('process.ended', { count: ended.length });

  return (
    <section className={classes.tray} data-open={open || undefined} aria-label={t('process.title')}>
      <div className={classes.head}>
        <button
          type="button"
          className={classes.title}
          aria-expanded={open}
          onClick={() => {
            setOpen(!open);
            keepOpen(!open);
          }}
        >
          <Mark status={running.length > 0 ? 'processing' : failed.length > 0 ? 'error' : 'success'} />
          <span aria-live="polite">{title}</span>
          {hasShare ? <span className={classes.share}>{percent(done / total)}</span> : null}
          <ChevronDown size={16} aria-hidden className={classes.chevron} />
        </button>
        {ended.length > 0 ? (
          <button type="button" className={classes.seen} onClick={() => onSeen(ended.map((item) => item.id))}>
            {t('process.seen')}
          </button>
        ) : null}
      </div>
      {hasShare ? <Bar share={done / total} label={title} /> : null}
      {open ? (
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
              <Mark status={item.status} />
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  );
}

function Mark({ status }: { status: ProcessItem['status'] }) {
  const { t } = useTranslation('common');
  const Icon = { processing: LoaderCircle, success: CircleCheck, error: CircleAlert }[status];
  return (
    <span className={classes.mark} data-status={status}>
      <Icon size={16} aria-hidden />
      <span className="visually-hidden">{t(`process.${status}`)}</span>
    </span>
  );
}

function Bar({ share, label }: { share: number; label: string }) {
  const now = Math.round(share * 100);
  return (
    <div
      className={classes.bar}
      role="progressbar"
      aria-label={label}
      aria-valuenow={now}
      aria-valuemin={0}
      aria-valuemax={100}
    >
      <span style={{ inlineSize: `${Math.max(1, now)}%` }} />
    </div>
  );
}
