import { useId } from 'react';
import classes from './segmented.module.css';

interface Props<V extends string> {
  label: string;
  value: V;
  choices: readonly { value: V; label: string }[];
  onChange(value: V): void;
}

/** A segmented control. */
export function Segmented<V extends string>({ label, value, choices, onChange }: Props<V>) {
  const name = useId();
  return (
    <div role="radiogroup" aria-label={label} className={classes.group}>
      {choices.map((choice) => (
        <label key={choice.value} className={classes.choice}>
          <input
            type="radio"
            name={name}
            className="visually-hidden"
            checked={choice.value === value}
            onChange={() => onChange(choice.value)}
          />
          <span>{choice.label}</span>
        </label>
      ))}
    </div>
  );
}
