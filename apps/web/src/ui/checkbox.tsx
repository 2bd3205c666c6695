import { type InputHTMLAttributes, useEffect, useRef } from 'react';
import classes from './checkbox.module.css';

type Props = Omit<InputHTMLAttributes<HTMLInputElement>, 'type'> & { 'aria-label': string; indeterminate?: boolean };

/** The browser's own checkbox in our colours: light enough for a table of thousands of rows. */
export function Checkbox({ indeterminate = false, className, ...rest }: Props) {
  const own = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (own.current) own.current.indeterminate = indeterminate;
  }, [indeterminate]);
  return <input ref={own} type="checkbox" className={`${classes.box} ${className ?? ''}`} {...rest} />;
}
