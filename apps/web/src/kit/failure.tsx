import { type ReactNode, Suspense } from 'react';
import { lazyChunk } from '../lib/lazy-chunk.ts';
import classes from './failure.module.css';

const Details = lazyChunk(() => import('./details.tsx').then((kit) => ({ default: kit.Details })));

interface Props {
  text: ReactNode;
  /** Hints for the operator: settings, addresses and the remote error. */
  details?: string | undefined;
}

/** The error of a form as a whole, without a field at fault; renders nothing without one. */
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
