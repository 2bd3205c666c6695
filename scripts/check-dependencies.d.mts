export function packagesIn(text: string): Set<string>;
export function dependencyFaults(
  folder: string,
  manifest: { name?: string; dependencies?: Record<string, string>; devDependencies?: Record<string, string> },
  texts: ReadonlyMap<string, string>,
  allowed: { tools: ReadonlySet<string>; reasons: Readonly<Record<string, string>> },
): string[];
