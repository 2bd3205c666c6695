// A feature's SQL belongs in its repo files (repo.ts, *-repo.ts) and, for screens and lists, in queries/: actions, routes and handlers
// call named functions. sql-places.json counts the templates of older files elsewhere; the counts only shrink (--shrink).
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, sources, uncommented } from './sources.mjs';

const features = 'apps/server/src/features';
const baselineFile = join(import.meta.dirname, 'sql-places.json');

/** `file`: a path below features/. */
export const mayHoldSql = (file) => /\/(?:queries\/.+|(?:[\w-]+-)?repo\.ts)$/.test(file) || file.endsWith('.test.ts');

/** How many sql templates each file holds that should hold none. */
export function misplacedSql(texts) {
  const counts = {};
  for (const [file, text] of texts) {
    if (mayHoldSql(file)) continue;
    const count = [...uncommented(text).matchAll(/\bsql(?:<[^`>]*>)?`/g)].length;
    if (count > 0) counts[file] = count;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One message for each file whose count differs from the baseline. */
export function placeFaults(counts, baseline) {
  return [...new Set([...Object.keys(counts), ...Object.keys(baseline)])].sort().flatMap((file) => {
    const [now, before] = [counts[file] ?? 0, baseline[file] ?? 0];
    if (now > before)
      return [`${file} holds ${now} sql templates, allowed ${before}: move them to a repo file or to queries/.`];
    return now < before
      ? [`${file} holds ${now} sql templates, the baseline says ${before}: node scripts/check-sql-places.mjs --shrink`]
      : [];
  });
}

/** The baseline without what is gone; nothing is added or raised. */
export const shrunk = (counts, baseline) =>
  Object.fromEntries(
    Object.entries(baseline).flatMap(([file, before]) =>
      counts[file] > 0 ? [[file, Math.min(before, counts[file])]] : [],
    ),
  );

if (import.meta.main) {
  const texts = sources(features, /\.ts$/).map((file) => [
    file.slice(features.length + 1),
    readFileSync(join(root, file), 'utf8'),
  ]);
  const counts = misplacedSql(new Map(texts));
  let baseline = JSON.parse(readFileSync(baselineFile, 'utf8'));
  if (process.argv.includes('--shrink')) {
    baseline = shrunk(counts, baseline);
    writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
  }
  const faults = placeFaults(counts, baseline);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
