/**
 * How the screens show the values of a column of the audit log. `texts`: a text's key by value, or what the keys of all values begin
 * with. A sum is in minor units of the record's own currency, unless another column (`currencyIn`) or `currency` says which.
 */
export type AuditFact =
  | { as: 'words'; texts: string | Readonly<Record<string, string>> }
  | { as: 'sum'; currency?: string; currencyIn?: string }
  | { as: 'country' | 'connector' | 'language' | 'pictures' | 'options' };

/** By entity and column. */
export type AuditFacts = Readonly<Record<string, Readonly<Record<string, AuditFact>>>>;

/** Of the column `mode`. */
export const MODE: AuditFact = { as: 'words', texts: { live: 'audit:value.live', sandbox: 'common:sandbox.tag' } };
