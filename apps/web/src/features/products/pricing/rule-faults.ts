import { LEAST_LEFT, type PriceRule, WHOLE } from '@quayside/contracts/pricing-choices.ts';

export interface BandFault {
  field: 'bands';
  at: number;
  what: 'order' | 'margin';
}
export type RuleFault = BandFault | { field: 'floor' };

/** What the server would refuse of a rule. */
export function ruleFaults({ bands, fees, floor }: PriceRule): RuleFault[] {
  const left = WHOLE - fees.percent - LEAST_LEFT;
  const found: RuleFault[] = [];
  for (const [at, band] of bands.entries()) {
    const before = bands[at - 1];
    if (before && band.from <= before.from) found.push({ field: 'bands', at, what: 'order' });
    else if (band.kind === 'margin' && band.margin > left) found.push({ field: 'bands', at, what: 'margin' });
  }
  if (floor.margin > left) found.push({ field: 'floor' });
  return found;
}
