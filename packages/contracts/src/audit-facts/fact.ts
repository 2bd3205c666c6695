/**
 * How screens show values of an audited column. `texts`: message keys by value, or their common prefix; amounts are in
 * minor units of the record's currency unless `currencyIn` (another column) or `currency` is set.
 */
export type AuditFact =
  | { as: 'words'; texts: string | Readonly<Record<string, string>> }
  | { as: 'sum'; currency?: string; currencyIn?: string }
  | { as: 'country' | 'connector' | 'language' | 'pictures' | 'options' };

/** By entity and column. */
export type AuditFacts = Readonly<Record<string, Readonly<Record<string, AuditFact>>>>;

/** Of the column `mode`. */
export const MODE: AuditFact = { as: 'words', texts: { live: 'audit:value.live', sandbox: 'common:sandbox.tag' } };
