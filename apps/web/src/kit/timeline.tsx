import type { ReactNode } from 'react';
import { useFormats } from '../lib/use-formats.ts';
import type { Tone } from './status-badge.tsx';
import classes from './timeline.module.css';

export interface TimelineItem {
  id: string;
  /** ISO time. */
  at: string;
  title: ReactNode;
  /** Details: carrier and number, the reason for a refusal. */
  body?: ReactNode;
  /** The person or system that did it. */
  by?: string;
  tone?: Tone;
}

/** Events in the given order, newest first, connected by a line. */
export function Timeline({ items, label }: { items: readonly TimelineItem[]; label: string }) {
  const { date, time } = useFormats();
  return (
    <ol className={classes.list} aria-label={label}>
      {items.map((item, index) => {
        const day = date(item.at);
        const newDay = index === 0 || date(items[index - 1]?.at) !== day;
        return (
          <li key={item.id} className={classes.item} data-tone={item.tone ?? 'closed'}>
            {newDay ? <span className={classes.day}>{day}</span> : null}
            <span className={classes.dot} aria-hidden />
            <div className={classes.words}>
              <div className={classes.head}>
                <span className={classes.title}>{item.title}</span>
                <time dateTime={item.at} className={classes.time}>
                  {time(item.at)}
                </time>
              </div>
              {item.body ? <div className={classes.body}>{item.body}</div> : null}
              {item.by ? <div className={classes.by}>{item.by}</div> : null}
            </div>
          </li>
        );
      })}
    </ol>
  );
}
