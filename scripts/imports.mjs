// What the checks share about imports: where one leads to, and which files a change reaches.
import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { root } from './sources.mjs';

/** Where an import leads to. `packages` are the folders by package name; undefined for packages that are not ours. */
export function resolveImport(from, specifier, packages) {
  if (specifier.startsWith('.')) return posix.join(posix.dirname(from), specifier.replace(/\?.*$/, ''));
  const [, name, rest] = /^(@[^/]+\/[^/]+)(?:\/(.*))?$/.exec(specifier) ?? [];
  const folder = packages[name];
  if (folder === undefined) return undefined;
  return `${folder}/${(rest ?? 'src/index.ts').replace(/^(?!src\/)/, 'src/')}`;
}

/** The folder of each package of the repository, by its name. */
export function packageFolders() {
  const folders = ['apps', 'packages', 'packages/connectors'].flatMap((parent) =>
    readdirSync(join(root, parent)).map((name) => `${parent}/${name}`),
  );
  return Object.fromEntries(
    folders.flatMap((folder) => {
      try {
        return [[JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8')).name, folder]];
      } catch {
        return [];
      }
    }),
  );
}

const IMPORTS = /\b(?:from|import|vi\.mock)\s*\(?\s*'([^']+)'/g;

/**
 * How many imports away each file is from the changed ones that it can see, those themselves at 0; what sees none is left out.
 *
 * @param {ReadonlyMap<string, string>} texts sources by their path from the root
 * @param {readonly string[]} changed paths from the root
 * @param {Readonly<Record<string, string>>} packages folders by package name
 * @returns {Map<string, number>}
 */
export function reached(texts, changed, packages = {}) {
  const importers = new Map();
  for (const [file, text] of texts)
    for (const [, specifier] of text.matchAll(IMPORTS)) {
      const to = resolveImport(file, specifier, packages);
      if (to !== undefined) importers.set(to, [...(importers.get(to) ?? []), file]);
    }
  const distance = new Map(changed.map((file) => [file, 0]));
  // A map goes on over what is added to it on the way.
  for (const [file, steps] of distance)
    for (const importer of importers.get(file) ?? []) if (!distance.has(importer)) distance.set(importer, steps + 1);
  return distance;
}
