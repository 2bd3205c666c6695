export function unusedExports(texts: ReadonlyMap<string, string>): string[];
