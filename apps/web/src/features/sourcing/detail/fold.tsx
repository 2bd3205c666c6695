import { ChevronDown } from 'lucide-react';
import { type ReactNode, useId, useState } from 'react';
import classes from './fold.module.css';

interface Props {
  title: string;
  /** Names the part in the browser's storage: how it was left holds for the next product too. */
  name: string;
  children: ReactNode;
  open?: boolean;
}

const storageName = (name: string) => `quayside.fold.${name}`;

function wasOpen(name: string, fallback: boolean): boolean {
  try {
    const saved = localStorage.getItem(storageName(name));
    return saved === null ? fallback : saved === 'open';
  } catch {
    return fallback;
  }
}

/** A part of a panel that folds away under its heading. */
export function Fold({ title, name, children, open = true }: Props) {
  const [shown, setShown] = useState(() => wasOpen(name, open));
  const id = useId();
  function toggle(): void {
    setShown(!shown);
    try {
      localStorage.setItem(storageName(name), shown ? 'closed' : 'open');
    } catch {
      // It then opens as before with the next product.
    }
  }
  return (
    <section className={classes.fold}>
      <h3 className={classes.head}>
        <button type="button" aria-expanded={shown} aria-controls={id} className={classes.button} onClick={toggle}>
          {title}
          <ChevronDown size={16} aria-hidden className={classes.chevron} />
        </button>
      </h3>
      <div id={id} className={classes.body} hidden={!shown}>
        {children}
      </div>
    </section>
  );
}
