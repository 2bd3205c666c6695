import { createHash } from 'node:crypto';

/**
 * The id of a part of a product in a store, which the store knows it by. Made of facts that outlive the database: pushed
 * again after a restore it is the same, and the store is asked for it. `round` counts what was there before under the same
 * facts. UUID version 8: made by us.
 */
export function listingIdFor(what: {
  workplaceId: string;
  platform: string;
  domain: string;
  source: string;
  mode: string;
  sourceProductId: string;
  /** Of a copy, its own id: several copies of a product are different ones for a store. */
  copyId: string | null;
  part: number;
  round: number;
}): string {
  const { workplaceId, platform, domain, source, mode, sourceProductId, copyId, part, round } = what;
  const facts = [
    workplaceId,
    platform,
    domain,
    source,
    mode,
    sourceProductId,
    part,
    round,
    ...(copyId ? [copyId] : []),
  ];
  const hex = createHash('sha256').update(JSON.stringify(facts)).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}
