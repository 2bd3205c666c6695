// Circles between features of the web app. dependency-cruiser finds circles of files; its rules for folders count every folder
// on the way, so that the routes, which load all pages, would close a circle around each feature.
const FEATURE = /^apps\/web\/src\/features\/([^/]+)\//;

/**
 * @param {readonly {source: string, dependencies: readonly {resolved: string}[]}[]} modules
 * @returns {string[]} each circle once, as `orders -> tracking -> orders`
 */
export function featureCircles(modules) {
  const uses = new Map();
  for (const { source, dependencies } of modules) {
    const from = FEATURE.exec(source)?.[1];
    if (!from) continue;
    const known = uses.get(from) ?? new Set();
    for (const { resolved } of dependencies) {
      const to = FEATURE.exec(resolved)?.[1];
      if (to && to !== from) known.add(to);
    }
    uses.set(from, known);
  }
  const circles = [];
  const done = new Set();
  const walk = (feature, way) => {
    const begun = way.indexOf(feature);
    if (begun >= 0) {
      circles.push([...way.slice(begun), feature].join(' -> '));
      return;
    }
    if (done.has(feature)) return;
    for (const next of uses.get(feature) ?? []) walk(next, [...way, feature]);
    done.add(feature);
  };
  for (const feature of uses.keys()) walk(feature, []);
  return circles;
}
