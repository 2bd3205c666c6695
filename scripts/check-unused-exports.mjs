// Refuses exported functions and constants that only tests use: tested code that nothing calls proves nothing about the product.
// unused-exports.json lists the exceptions with their reasons; an entry that is no longer needed fails too, so the list only shrinks.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const root = dirname(import.meta.dirname);

function sources(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (entry.name === 'node_modules' || entry.name === 'dist') return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return sources(path);
    return /\.(tsx?|mjs)$/.test(entry.name) && !entry.name.endsWith('.d.ts') ? [relative(root, path)] : [];
  });
}

const isTest = (file) => /\.test\.tsx?$/.test(file) || /^(e2e|bench|packages\/testing)\/|\/testing\//.test(file);

/** The text without comments, imports and re-exports: what is left uses a name or declares it. */
const bodyOf = (text) =>
  text
    .replace(/\/\*[\s\S]*?\*\//g, ' ')
    .replace(/(^|\s)\/\/.*$/gm, ' ')
    .replace(/^(import|export)\s[^;]*?\sfrom\s+'[^']*';?/gms, ' ');

/**
 * Exported names that occur once outside of tests: in their own declaration. Names are compared as text, so one that
 * another file uses for something else passes; a used one is never reported.
 */
export function unusedExports(texts) {
  const bodies = new Map([...texts].filter(([file]) => !isTest(file)).map(([file, text]) => [file, bodyOf(text)]));
  const uses = new Map();
  for (const body of bodies.values())
    for (const [name] of body.matchAll(/[A-Za-z_$][\w$]*/g)) uses.set(name, (uses.get(name) ?? 0) + 1);
  return [...bodies].flatMap(([file, body]) =>
    [...body.matchAll(/^export\s+(?:async\s+)?(?:function\*?|const|class|let)\s+([A-Za-z_$][\w$]*)/gm)]
      .map(([, name]) => name)
      .filter((name) => uses.get(name) === 1)
      .map((name) => `${file} ${name}`),
  );
}

if (import.meta.main) {
  const files = ['apps', 'packages', 'scripts', 'bench', 'e2e'].flatMap((folder) => sources(join(root, folder)));
  const found = unusedExports(new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')])));
  const allowed = JSON.parse(readFileSync(join(root, 'scripts/unused-exports.json'), 'utf8'));
  const faults = [
    ...found
      .filter((one) => !(one in allowed))
      .map((one) => `${one}: only tests use this export. Use it or remove it.`),
    ...Object.keys(allowed)
      .filter((one) => !found.includes(one))
      .map((one) => `${one}: used or gone. Remove it from scripts/unused-exports.json.`),
  ];
  for (const fault of faults) console.error(fault);
  process.exit(faults.length > 0 ? 1 : 0);
}
