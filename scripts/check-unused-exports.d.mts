export function unusedExports(texts: ReadonlyMap<string, string>, packages?: Record<string, string>): string[];
