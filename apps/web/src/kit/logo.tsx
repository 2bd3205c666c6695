import classes from './logo.module.css';

/** The logo: a quay on its posts, and the sea. With the name unless `bare`. */
export function Logo({ bare, size = 28 }: { bare?: boolean; size?: number }) {
  return (
    <span className={classes.logo}>
      <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" className={classes.mark}>
        <rect width="32" height="32" rx="8" fill="var(--mark, #0b6e6e)" />
        <path d="M7 12.5h18M11 12.5V8.2m10 4.3V8.2" stroke="#fff" strokeWidth="2.6" strokeLinecap="round" />
        <path
          d="M7 18.4c1.5 1.5 3 1.5 4.5 0s3-1.5 4.5 0 3 1.5 4.5 0 3-1.5 4.5 0M7 23.6c1.5 1.5 3 1.5 4.5 0s3-1.5 4.5 0 3 1.5 4.5 0 3-1.5 4.5 0"
          fill="none"
          stroke="#9fd6d2"
          strokeWidth="2"
          strokeLinecap="round"
        />
      </svg>
      {bare ? null : <span className={classes.name}>Quayside</span>}
    </span>
  );
}
