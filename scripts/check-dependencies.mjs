// Refuses imports of packages that the nearest package.json does not declare: they are there by luck, as long as another package
// wants them too. Tests may also use the test tools, which the root declares. Also refuses declared packages that nothing in the
// folder names; declared-packages.json says what the others are for.
import { readdirSync, readFileSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import { join } from 'node:path';
import { isTest, root, sources, uncommented } from './sources.mjs';

/** Folders without a manifest of their own. */
const ROOT_FOLDERS = ['bench', 'drill', 'e2e', 'mutations', 'scripts'];
const SOURCE = /\.(tsx?|mjs|css|html)$/;

/** The packages that a source names: in imports of values and types, in import(), and in names that are resolved. */
export function packagesIn(text) {
  const source = uncommented(text);
  const names = [
    ...source.matchAll(/(?:^|\s)(?:import|export)\s[^'";]*?from\s+'([^']+)'/g),
    ...source.matchAll(/(?:^|\s)@?import\s+'([^']+)'/g),
    ...source.matchAll(/\burl\(["']?(@[^"')]+)/g),
    ...source.matchAll(/\b(?:import|require|(?:require|meta|\))\.resolve|vi\.mock)(?:<[^>()]*>)?\(\s*['`]([^'`$]+)/g),
  ].map(([, specifier]) => specifier);
  return new Set(
    names
      .filter((name) => !/^[./#]|^[a-z]+:/.test(name) && !isBuiltin(name))
      .map((name) =>
        name
          .split('/')
          .slice(0, name.startsWith('@') ? 2 : 1)
          .join('/'),
      ),
  );
}

const declaredBy = ({ dependencies, devDependencies, optionalDependencies, peerDependencies }) =>
  new Set(
    [dependencies, devDependencies, optionalDependencies, peerDependencies].flatMap((some) => Object.keys(some ?? {})),
  );

/**
 * Sentences about one workspace: `texts` are its sources, `tools` the packages that its tests may use besides, `reasons` why a
 * package is declared that no source names.
 */
export function dependencyFaults(folder, manifest, texts, { tools, reasons }) {
  const declared = declaredBy(manifest);
  const used = new Map();
  const undeclared = new Map();
  for (const [file, text] of texts)
    for (const name of packagesIn(text)) {
      used.set(name, file);
      if (!declared.has(name) && name !== manifest.name && !(isTest(file) && tools.has(name)) && !undeclared.has(name))
        undeclared.set(name, file);
    }
  return [
    ...[...undeclared]
      .filter(([name]) => !(folder === '.' && name.startsWith('@quayside/')))
      .map(([name, file]) => `${file} imports ${name}, which ${folder}/package.json does not declare.`),
    // What the root declares is used by the workspaces' tests, and by commands.
    ...(folder === '.' ? [] : [...declared])
      .filter((name) => !used.has(name) && !name.startsWith('@types/') && !(name in reasons))
      .map((name) => `${folder}/package.json declares ${name}, which nothing there imports.`),
  ];
}

const rootSources = () => [
  ...readdirSync(root).filter((name) => SOURCE.test(name)),
  ...ROOT_FOLDERS.flatMap((folder) => sources(folder, SOURCE)),
];

if (import.meta.main) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const reasons = JSON.parse(read('scripts/declared-packages.json'));
  const folders = ['apps', 'packages', 'packages/connectors'].flatMap((parent) =>
    readdirSync(join(root, parent), { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && entry.name !== 'connectors' && entry.name !== 'node_modules')
      .map((entry) => `${parent}/${entry.name}`),
  );
  const rootManifest = JSON.parse(read('package.json'));
  const tools = new Set(Object.keys(rootManifest.devDependencies));
  const faults = ['.', ...folders].flatMap((folder) => {
    const files = folder === '.' ? rootSources() : sources(folder, SOURCE);
    const texts = new Map(files.map((file) => [file, read(file)]));
    return dependencyFaults(folder, JSON.parse(read(join(folder, 'package.json'))), texts, { tools, reasons });
  });
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
