import type { ReactNode } from 'react';
import classes from './editor.module.css';

interface Props {
  title: string;
  /** Beside the title: a mark, a count. */
  mark?: ReactNode;
  /** At the end of the head. */
  action?: ReactNode;
  children: ReactNode;
  /** Content goes to the edges. */
  flush?: boolean;
}

/** A part of the editor under its own heading. */
export function EditorSection({ title, mark, action, children, flush }: Props) {
  return (
    <section className={classes.section} aria-label={title} data-flush={flush || undefined}>
      <header className={classes.sectionHead}>
        <h2 className={classes.sectionTitle}>{title}</h2>
        {mark}
        {action ? <span className={classes.sectionAction}>{action}</span> : null}
      </header>
      {children}
    </section>
  );
}

/** A field with its name, and the mark of what differs from the original. */
export function Field({
  id,
  label,
  mark,
  error,
  children,
}: {
  id: string;
  label: string;
  mark?: ReactNode;
  error?: string;
  children: ReactNode;
}) {
  return (
    <div className={classes.field}>
      <div className={classes.fieldHead}>
        <label htmlFor={id}>{label}</label>
        {mark}
      </div>
      {children}
      {error ? (
        <p id={`${id}-error`} className={classes.error} role="alert">
          {error}
        </p>
      ) : null}
    </div>
  );
}
