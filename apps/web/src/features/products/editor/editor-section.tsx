import type { ReactNode } from 'react';
import classes from './editor.module.css';

/** Panels of the editor that its tabs scroll to. */
export const EDITOR_PANELS = ['basics', 'pictures', 'options', 'seo', 'variants'] as const;
export type EditorPanel = (typeof EDITOR_PANELS)[number];

interface Props {
  /** For the tabs of the editor. */
  id?: EditorPanel;
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
export function EditorSection({ id, title, mark, action, children, flush }: Props) {
  return (
    <section id={id} className={classes.section} aria-label={title} data-flush={flush || undefined}>
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
