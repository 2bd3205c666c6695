import type { ReactNode } from 'react';
import classes from './account.module.css';

/** One part of the account's settings. */
export function Card({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section className={classes.card} aria-labelledby={id}>
      <h2 id={id} className={classes.heading}>
        {title}
      </h2>
      {children}
    </section>
  );
}
