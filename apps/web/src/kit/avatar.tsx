import classes from './avatar.module.css';

/** At most two initials of a name. */
function initials(name: string): string {
  const words = name.trim().split(/\s+/).filter(Boolean);
  return [words[0], words.length > 1 ? words.at(-1) : undefined]
    .map((word) => [...(word ?? '')][0] ?? '')
    .join('')
    .toLocaleUpperCase();
}

interface Props {
  name: string;
  picture: string | null | undefined;
  /** Edge in pixels. */
  size?: number;
}

/** A person's avatar, with their initials behind it in case the image fails to load. */
export function Avatar({ name, picture, size = 32 }: Props) {
  return (
    <span className={classes.avatar} style={{ width: size, height: size }} aria-hidden="true">
      {initials(name)}
      {picture ? (
        <img
          key={picture}
          src={picture}
          alt=""
          onError={(event) => {
            event.currentTarget.hidden = true;
          }}
        />
      ) : null}
    </span>
  );
}
