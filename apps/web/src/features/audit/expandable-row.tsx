import { ChevronDown } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import classes from './audit.module.css';

interface Props {
  className: string | undefined;
  icon: ReactNode;
  /** Text of the button that expands the row. */
  title: string;
  /** What the row is about; `namesId` is its element, for `describedBy`. */
  names: ReactNode;
  namesId: string;
  describedBy: string;
  aside: ReactNode;
  /** Shown while the row is open. */
  details: ReactNode;
}

/** A row of the activity log that opens to its details. */
export function ExpandableRow({ className, icon, title, names, namesId, describedBy, aside, details }: Props) {
  const [open, setOpen] = useState(false);
  return (
    <li className={className}>
      <div className={classes.summary}>
        {icon}
        <div className={classes.what}>
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={open}
            aria-describedby={describedBy}
            onClick={() => setOpen(!open)}
          >
            {title}
          </button>
          <div id={namesId} className={classes.names}>
            {names}
          </div>
        </div>
        {aside}
        <ChevronDown size={16} aria-hidden className={classes.chevron} />
      </div>
      {open ? <div className={classes.details}>{details}</div> : null}
    </li>
  );
}
