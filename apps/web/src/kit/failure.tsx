import { type ReactNode, Suspense } from 'react';
import { lazyPart } from '../lib/lazy-part.ts';
import classes from './failure.module.css';

const Details = lazyPart(() => import('./details.tsx').then((kit) => ({ default: kit.Details })));

interface Props {
  text: ReactNode;
  /** For whoever runs the installation: settings, addresses and the other side's own words. */
  details?: string | undefined;
}

/** What went wrong with a form as a whole, where no field is at fault. Nothing where nothing did. */
export function Failure({ text, details }: Props) {
  return text ? (
    <div className={classes.failure} role="alert">
      <p>{text}</p>
      {details ? (
        <Suspense fallback={null}>
          <Details>{details}</Details>
        </Suspense>
      ) : null}
    </div>
  ) : null;
}
