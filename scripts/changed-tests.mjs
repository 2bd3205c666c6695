// npm test -- --changed [ref]: which tests a change can reach, the nearest first, as many as two minutes hold.
import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, reached } from './imports.mjs';
import { root, sources } from './sources.mjs';

/** What a file of a tier takes on one core of a laptop, in seconds, and how it is told by its name. */
const TIERS = [
  { tier: 'db', pattern: /\.db\.test\.ts$/, seconds: 6 },
  { tier: 'contract', pattern: /\.contract\.test\.ts$/, seconds: 8 },
  { tier: 'unit', pattern: /(?<!\.(db|contract|drill))\.test\.tsx?$/, seconds: 0.3 },
];
/** A quarter of the two minutes of two cores: types are checked beside, and runners and PostgreSQL start. */
const SECONDS = 60;

const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean);

/** Files that differ from `ref`, those that are not committed and not known to git too. */
export const changedFiles = (ref) =>
  [...new Set([...git('diff', '--name-only', ref), ...git('ls-files', '--others', '--exclude-standard')])].filter(
    (file) => existsSync(join(root, file)),
  );

/**
 * Tests by tier, and how many of each tier were left out because two minutes do not hold them.
 *
 * @param {ReadonlyMap<string, number>} distances of the files that the change reaches
 */
export function chooseTests(distances) {
  const chosen = { unit: [], db: [], contract: [] };
  const left = { unit: 0, db: 0, contract: 0 };
  let seconds = 0;
  const tests = [...distances]
    .map(([file, steps]) => ({ file, steps, ...TIERS.find(({ pattern }) => pattern.test(file)) }))
    .filter(({ tier }) => tier !== undefined)
    .sort((a, b) => a.steps - b.steps || a.seconds - b.seconds || (a.file < b.file ? -1 : 1));
  for (const { file, tier, seconds: more } of tests) {
    if (seconds + more > SECONDS) left[tier] += 1;
    else {
      chosen[tier].push(file);
      seconds += more;
    }
  }
  return { chosen, left };
}

/** Migrations are read, not imported. */
const readBy = (file) => (/\/db\/migrations\/.*\.sql$/.test(file) ? 'apps/server/src/db/migration-files.ts' : file);

/** The tests that what changed since `ref` can reach. */
export function changedTests(ref) {
  const files = ['apps', 'packages', 'scripts', 'bench', 'drill'].flatMap((folder) => sources(folder, /\.(tsx?|mjs)$/));
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const changed = changedFiles(ref);
  return { changed, ...chooseTests(reached(texts, changed.map(readBy), packageFolders())) };
}
