import type { PlatformName, SupplierName } from '@quayside/contracts';
import type { CSSProperties } from 'react';
import { Logo } from '../../kit/logo.tsx';
import { connectorMark, connectorName } from '../../lib/connectors.ts';
import classes from './mark.module.css';

const inColor = (color: string | undefined) => (color ? ({ '--mark': color } as CSSProperties) : undefined);

/** Where a product comes from: a small mark, with its name unless `bare`. */
export function SourceMark({ source, bare }: { source: SupplierName; bare?: boolean }) {
  const name = connectorName(source);
  const mark = connectorMark(source);
  return (
    <span className={classes.pair}>
      {source === 'quayside' ? (
        <span className={classes.logo} aria-hidden="true">
          <Logo bare size={16} />
        </span>
      ) : (
        <span className={classes.mark} style={inColor(mark.color)} aria-hidden="true">
          {mark.letters}
        </span>
      )}
      <span className={bare ? 'visually-hidden' : classes.name}>{name}</span>
    </span>
  );
}

/** The platform of a store: its initial in a small square, its name for reading aloud. */
export function PlatformMark({ platform }: { platform: PlatformName }) {
  const name = connectorName(platform);
  const mark = connectorMark(platform);
  return (
    <span className={classes.pair} data-hint={name}>
      <span className={classes.mark} style={inColor(mark.color)} data-platform aria-hidden="true">
        {mark.letters}
      </span>
      <span className="visually-hidden">{name}</span>
    </span>
  );
}
