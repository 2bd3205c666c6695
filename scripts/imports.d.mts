export function reached(
  texts: ReadonlyMap<string, string>,
  changed: readonly string[],
  packages?: Readonly<Record<string, string>>,
): Map<string, number>;
