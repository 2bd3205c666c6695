import classes from './letter.module.css';

interface Props {
  letter: { subject: string; html: string };
  /** The word before the subject. */
  subject: string;
  /** Accessible name of the frame. */
  title: string;
}

/** An email in a frame without scripts, forms or an origin. */
export function Letter({ letter, subject, title }: Props) {
  return (
    <div className={classes.letter}>
      <p className={classes.subject}>
        <span className={classes.label}>{subject}</span> <bdi>{letter.subject}</bdi>
      </p>
      <iframe className={classes.frame} title={title} sandbox="" srcDoc={letter.html} />
    </div>
  );
}
