import type { ReactNode } from 'react';
import classes from './stat-card.module.css';

interface Props {
  label: string;
  value: ReactNode;
  /** Below the figure: a comparison. */
  note?: ReactNode;
  /** Beside the figure: a sparkline. */
  aside?: ReactNode;
  /** Emphasizes a figure that needs attention. */
  alert?: boolean;
}

/** A figure with its label. Wrap it in a Link to the rows behind it. */
export function StatCard({ label, value, note, aside, alert }: Props) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for controls
    <div role="group" aria-label={label} className={classes.card} data-alert={alert || undefined}>
      <div className={classes.words}>
        <div className={classes.label}>{label}</div>
        <div className={classes.value}>{value}</div>
        {note ? <div className={classes.note}>{note}</div> : null}
      </div>
      {aside ? <div className={classes.aside}>{aside}</div> : null}
    </div>
  );
}
