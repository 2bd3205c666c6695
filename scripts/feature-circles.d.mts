export function featureCircles(
  modules: readonly { source: string; dependencies: readonly { resolved: string }[] }[],
): string[];
