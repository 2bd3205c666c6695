import { CircleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import classes from './panel.module.css';

/** What stands in the way, in the server's words, with what can be done about it. */
export function Problem({
  problem,
  warning,
  children,
}: {
  problem: { text: string };
  warning?: boolean;
  children?: ReactNode;
}) {
  return (
    <div className={classes.problem} data-warning={warning || undefined} role={warning ? undefined : 'alert'}>
      <CircleAlert size={16} aria-hidden className={classes.problemMark} />
      <div className={classes.problemWords}>
        <span>{problem.text}</span>
        {children ? <span className={classes.problemActions}>{children}</span> : null}
      </div>
    </div>
  );
}
