import type { LineState, SupplierName } from '@quayside/contracts';

/** Quayside, this product's own supplier. */
export const OWN_SUPPLIER = 'quayside';

interface Line {
  state: LineState;
  source: SupplierName | null;
}

/** B332: whether a line could go to its product's own supplier instead of the one it has. `own`: that supplier. */
export const canPlaceByQuayside = (line: Pick<Line, 'source'>, own: SupplierName | undefined): boolean =>
  line.source === OWN_SUPPLIER || own === OWN_SUPPLIER;

/** B332: the supplier that a line is bought from. */
export const preferredSource = (
  preference: 'quayside' | 'origin',
  line: Pick<Line, 'source'>,
  own: SupplierName | undefined,
): SupplierName | null => (preference === 'quayside' && canPlaceByQuayside(line, own) ? OWN_SUPPLIER : line.source);
