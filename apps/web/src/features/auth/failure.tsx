import classes from './auth-page.module.css';

/** What went wrong, where no field is at fault. */
export function Failure({ text }: { text: string | undefined }) {
  return text ? (
    <p className={classes.failure} role="alert">
      {text}
    </p>
  ) : null;
}
