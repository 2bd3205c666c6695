import type { DeadLetter } from '@quayside/contracts';
import type { TFunction } from 'i18next';
import type { Column } from '../../kit/columns.ts';
import { shortTime } from '../../lib/short-time.ts';
import type { useFormats } from '../../lib/use-formats.ts';
import classes from './jobs.module.css';
import { getArea } from './labels.ts';

/** The columns of the jobs that gave up. */
export function jobColumns(t: TFunction<'jobs'>, formats: ReturnType<typeof useFormats>): Column<DeadLetter>[] {
  const { dateTime, count } = formats;
  return [
    {
      key: 'work',
      header: t('column.work'),
      width: 190,
      priority: 1,
      cell: (row) => (
        <span className={classes.kind}>
          <span>{t(`area.${getArea(row.kind)}`)}</span>
          <span className={`mono ${classes.quiet}`}>{row.kind}</span>
        </span>
      ),
    },
    {
      key: 'reason',
      header: t('column.reason'),
      width: 320,
      grow: true,
      priority: 1,
      cell: (row) =>
        row.reason ? (
          <span dir="auto" className={classes.said}>
            {row.reason}
          </span>
        ) : (
          <span className={classes.quiet}>{t('noReason')}</span>
        ),
    },
    { key: 'tries', header: t('column.tries'), width: 80, align: 'end', priority: 3, cell: (row) => count(row.tries) },
    {
      key: 'gaveUp',
      header: t('column.gaveUp'),
      width: 120,
      priority: 2,
      skeleton: 'short',
      cell: (row) => (
        <span className={classes.quiet} title={dateTime(row.gave_up_at)}>
          {shortTime(row.gave_up_at, formats)}
        </span>
      ),
    },
  ];
}
