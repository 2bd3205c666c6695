import classes from './status-badge.module.css';

/** Visual category of a state. Each has its own shape next to the label, never color alone. */
export type Tone = 'waiting' | 'moving' | 'done' | 'broken' | 'closed';

const SHAPES: Record<Tone, React.ReactNode> = {
  // A ring, a quarter filled.
  waiting: (
    <>
      <circle cx="6" cy="6" r="4.75" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M6 6V1.6A4.4 4.4 0 0 1 10.4 6Z" fill="currentColor" />
    </>
  ),
  // A ship's wake.
  moving: (
    <path
      className="flip"
      d="M1.2 1.7 11 6 1.2 10.3 3.4 6Z"
      fill="currentColor"
      style={{ transformOrigin: 'center' }}
    />
  ),
  done: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="currentColor" />
      <path
        d="m3.4 6.2 1.8 1.8 3.4-3.7"
        fill="none"
        stroke="var(--badge-ground)"
        strokeWidth="1.5"
        strokeLinecap="round"
        strokeLinejoin="round"
      />
    </>
  ),
  broken: (
    <>
      <path d="M6 .4 11.6 6 6 11.6.4 6Z" fill="currentColor" />
      <path d="M6 3.2v3.2M6 8.4v.2" stroke="var(--badge-ground)" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
  closed: (
    <>
      <rect x="1.25" y="1.25" width="9.5" height="9.5" rx="2" fill="none" stroke="currentColor" strokeWidth="1.5" />
      <path d="M3.8 6h4.4" stroke="currentColor" strokeWidth="1.5" strokeLinecap="round" />
    </>
  ),
};

interface Props {
  tone: Tone;
  /** Name of the state in the interface language. */
  label: string;
  /** With a tinted background: for panel headers, not for tables. */
  filled?: boolean;
}

/** A state with its icon, color and name. */
export function StatusBadge({ tone, label, filled }: Props) {
  return (
    <span className={classes.badge} data-tone={tone} data-filled={filled || undefined}>
      <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true" className={classes.shape}>
        {SHAPES[tone]}
      </svg>
      <span className={classes.label}>{label}</span>
    </span>
  );
}
