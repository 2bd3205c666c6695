import type { ReactNode } from 'react';
import classes from './failure.module.css';

/** What went wrong with a form as a whole, where no field is at fault. Nothing where nothing did. */
export function Failure({ text }: { text: ReactNode }) {
  return text ? (
    <p className={classes.failure} role="alert">
      {text}
    </p>
  ) : null;
}
