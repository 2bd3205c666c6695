// The import rules of .dependency-cruiser.mjs, and circles between features of the web app.
import { join } from 'node:path';
import { cruise } from 'dependency-cruiser';
import extractTSConfig from 'dependency-cruiser/config-utl/extract-ts-config';
import rules from '../.dependency-cruiser.mjs';
import { featureCircles } from './feature-circles.mjs';
import { root, sources } from './sources.mjs';

process.chdir(root);
const { options, forbidden } = rules;
const result = await cruise(
  ['apps', 'packages'],
  { ...options, validate: true, ruleSet: { forbidden, options } },
  undefined,
  { tsConfig: extractTSConfig(join(root, 'tsconfig.json')) },
);
const { modules, summary } = result.output;
const seen = new Set(modules.map((module) => module.source));
const unseen = sources('apps', /\.tsx?$/)
  .concat(sources('packages', /\.tsx?$/))
  .filter((file) => !seen.has(file));
for (const violation of summary.violations) {
  const why = forbidden.find((one) => one.name === violation.rule.name)?.comment ?? '';
  console.error(`${violation.rule.name}: ${violation.from} -> ${violation.to}. ${why}`);
}
if (unseen.length > 0) console.error(`Import check missed ${unseen.length} sources, starting with ${unseen[0]}.`);
const circles = featureCircles(modules);
for (const circle of circles)
  console.error(`web features: ${circle}. What they share goes to lib, to the kit or to a third feature.`);
console.log(`${modules.length} modules`);
process.exitCode = summary.violations.length + unseen.length + circles.length > 0 ? 1 : 0;
