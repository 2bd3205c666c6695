/** A column's name without case and punctuation. */
export const plainName = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '');

export interface FoundColumns<F extends string> {
  /** Where each field is in a row. */
  at: ReadonlyMap<F, number>;
  /** Names of columns that are not read. */
  ignored: string[];
  /** A column that is there twice. */
  twice?: string;
}

/**
 * Finds the columns of a file by their names. A column's own name goes before another name for it (`aliases`, in plain form),
 * wherever it stands.
 */
export function findColumns<F extends string>(
  names: readonly string[],
  columns: Readonly<Record<F, string>>,
  aliases: Readonly<Record<string, F>>,
): FoundColumns<F> {
  const own = new Map(Object.entries<string>(columns).map(([field, name]) => [plainName(name), field as F]));
  const at = new Map<F, number>();
  const ignored: string[] = [];
  let twice: string | undefined;
  for (const [index, name] of names.entries()) {
    const field = own.get(plainName(name));
    if (!field) continue;
    if (at.has(field)) twice ??= name.trim();
    else at.set(field, index);
  }
  for (const [index, name] of names.entries()) {
    if (own.has(plainName(name)) || name.trim() === '') continue;
    const field = Object.hasOwn(aliases, plainName(name)) ? aliases[plainName(name)] : undefined;
    if (field !== undefined && field in columns && !at.has(field)) at.set(field, index);
    else ignored.push(name.trim());
  }
  return { at, ignored, ...(twice === undefined ? {} : { twice }) };
}
