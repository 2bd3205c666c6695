import type { ReactNode } from 'react';
import classes from './failure.module.css';

/** The error of a form as a whole, without a field at fault; renders nothing without one. */
export function Failure({ text }: { text: ReactNode }) {
  return text ? (
    <p className={classes.failure} role="alert">
      {text}
    </p>
  ) : null;
}
