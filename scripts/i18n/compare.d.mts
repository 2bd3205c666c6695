export function compare(
  language: string,
  english: ReadonlyMap<string, string>,
  texts: ReadonlyMap<string, string>,
  allow: (key: string) => boolean,
): string[];
