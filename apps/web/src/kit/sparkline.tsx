import { useId } from 'react';
import { linePath } from '../lib/line-path.ts';
import classes from './sparkline.module.css';

interface Props {
  values: readonly number[];
  /** The previous period, as a light line. */
  before?: readonly number[];
  height?: number;
  /** Accessible name; exact values are in the table beside it. */
  label: string;
}

const WIDTH = 240;

/** A small chart of a time series: one accent line, a light one for comparison. */
export function Sparkline({ values, before, height = 44, label }: Props) {
  const id = useId();
  const most = Math.max(1, ...values, ...(before ?? []));
  const least = Math.min(0, ...values, ...(before ?? []));
  const line = linePath(values, WIDTH, height, least, most);
  return (
    <svg
      viewBox={`0 0 ${WIDTH} ${height}`}
      preserveAspectRatio="none"
      className={classes.line}
      style={{ height }}
      role="img"
      aria-label={label}
    >
      <defs>
        <linearGradient id={id} x1="0" y1="0" x2="0" y2="1">
          <stop offset="0" stopColor="var(--sea)" stopOpacity="0.16" />
          <stop offset="1" stopColor="var(--sea)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {before ? <path d={linePath(before, WIDTH, height, least, most)} className={classes.before} /> : null}
      {line ? <path d={`${line}L${WIDTH} ${height}L0 ${height}Z`} fill={`url(#${id})`} /> : null}
      <path d={line} className={classes.now} />
    </svg>
  );
}
