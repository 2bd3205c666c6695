import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormats } from '../lib/use-formats.ts';
import { DismissTasks, type ProcessItem, ProcessList, ProcessMark } from './process-list.tsx';
import classes from './process-tray.module.css';

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
  /** The pointer or the focus enters or leaves it. */
  onHold?(held: boolean): void;
}

/** Background tasks in a floating tray: running ones with progress, and finished ones until dismissed. */
export function ProcessTray({ items, onSeen, onHold }: Props) {
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
    <section
      className={classes.tray}
      data-task-tray
      data-open={open || undefined}
      aria-label={t('process.title')}
      onPointerEnter={() => onHold?.(true)}
      onPointerLeave={() => onHold?.(false)}
      onFocus={() => onHold?.(true)}
      onBlur={() => onHold?.(false)}
    >
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
          <ProcessMark status={running.length > 0 ? 'processing' : failed.length > 0 ? 'error' : 'success'} />
          <span aria-live="polite">{title}</span>
          {hasShare ? <span className={classes.share}>{percent(done / total)}</span> : null}
          <ChevronDown size={16} aria-hidden className={classes.chevron} />
        </button>
        {ended.length > 0 ? <DismissTasks onClick={() => onSeen(ended.map((item) => item.id))} /> : null}
      </div>
      {hasShare ? <Bar share={done / total} label={title} /> : null}
      {open ? (
        <div className={classes.items}>
          <ProcessList items={items} />
        </div>
      ) : null}
    </section>
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
