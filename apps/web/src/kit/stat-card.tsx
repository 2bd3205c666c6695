import type { ReactNode } from 'react';
import classes from './stat-card.module.css';

interface Props {
  label: string;
  value: ReactNode;
  /** Beside the figure: a comparison in words. */
  note?: ReactNode;
  /** Below: a sparkline. */
  children?: ReactNode;
  /** The figure asks for someone: money or a promise is at stake. */
  alert?: boolean;
}

/** One figure with its name. Wrap it in a Link when it leads to the rows behind it. */
export function StatCard({ label, value, note, children, alert }: Props) {
  return (
    <div className={classes.card} data-alert={alert || undefined}>
      <div className={classes.label}>{label}</div>
      <div className={classes.value}>{value}</div>
      {note ? <div className={classes.note}>{note}</div> : null}
      {children ? <div className={classes.chart}>{children}</div> : null}
    </div>
  );
}
