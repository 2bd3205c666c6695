export function connectorNames(
  texts: ReadonlyMap<string, string>,
  ids: readonly string[],
  reasons: Readonly<Record<string, string>>,
): string[];
