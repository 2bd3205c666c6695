// Refuses exported functions and constants that only tests use: tested code that nothing calls proves nothing about the product.
// unused-exports.json lists the exceptions with their reasons; an entry that is no longer needed fails too, so the list only shrinks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolders, resolveImport } from './imports.mjs';
import { isTest, root, sources, uncommented } from './sources.mjs';

const NAME = '[A-Za-z_$][\\w$]*';
const FROM = /(?:^|(?<=\s))(import|export)\s([^;'"]*?)\sfrom\s+'([^']*)';?/gm;
const DYNAMIC = /\bimport\(\s*'([^']+)'\s*\)/g;
const DECLARED = new RegExp(
  `^export\\s+(?:async\\s+)?(?:function\\*?|(?:abstract\\s+)?class|const|let)\\s+(${NAME})`,
  'gm',
);

const countOf = (text, name) =>
  text.split(new RegExp(`(?<![\\w$])${name.replaceAll('$', '\\$')}(?![\\w$])`)).length - 1;

/** The names in braces: what the other file calls each, and what it is called here. */
const namesIn = (clause) =>
  (/\{([^}]*)\}/.exec(clause)?.[1] ?? '')
    .split(',')
    .map((one) => one.trim().replace(/^type\s+/, ''))
    .filter(Boolean)
    .map((one) => {
      const [theirs, ours = theirs] = one.split(/\s+as\s+/);
      return { theirs, ours };
    });

function parse(file, text) {
  const source = uncommented(text);
  const links = [...source.matchAll(FROM)].map(([, kind, clause, from]) => ({
    kind,
    from,
    names: namesIn(clause),
    all: /^\*/.test(clause.replace(/^type\s+/, '').trim()),
    as: /\*\s+as\s+(\S+)/.exec(clause)?.[1],
  }));
  const body = source.replace(FROM, ' ');
  return {
    file,
    body,
    links,
    dynamic: [...source.matchAll(DYNAMIC)].map(([, from]) => from),
    declared: new Set([...body.matchAll(DECLARED)].map(([, name]) => name)),
  };
}

/**
 * Exported functions, classes and constants that nothing outside of tests imports and that their own file does not use.
 * `packages`: the folder of each package of the repository, by its name.
 */
export function unusedExports(texts, packages = {}) {
  const files = new Map([...texts].filter(([file]) => !isTest(file)).map(([file, text]) => [file, parse(file, text)]));
  const target = (file, specifier) => files.get(resolveImport(file, specifier, packages) ?? '');

  /** The declaration behind a name that a file exports, through re-exports. */
  function origin(module, name, seen = new Set()) {
    if (!module || seen.has(module.file)) return undefined;
    if (module.declared.has(name)) return `${module.file} ${name}`;
    const passed = new Set(seen).add(module.file);
    for (const link of module.links) {
      const other = target(module.file, link.from);
      const named = link.names.find(({ ours }) => ours === name);
      // `export { a }` of something that was imported above counts like a re-export.
      const found = named ? origin(other, named.theirs, passed) : undefined;
      if (found) return found;
    }
    for (const link of module.links.filter(({ kind, all, as }) => kind === 'export' && all && as === undefined)) {
      const found = origin(target(module.file, link.from), name, passed);
      if (found) return found;
    }
    return undefined;
  }

  const used = new Set();
  const use = (module, name) => {
    const found = origin(module, name);
    if (found) used.add(found);
  };
  for (const module of files.values()) {
    const { file, body, links, dynamic, declared } = module;
    for (const name of declared) if (countOf(body, name) > 1) used.add(`${file} ${name}`);
    for (const { kind, from, names, all, as } of links) {
      const other = target(file, from);
      if (!other) continue;
      if (kind === 'import') for (const { theirs, ours } of names) if (countOf(body, ours) > 0) use(other, theirs);
      if (all && as)
        for (const [, name] of body.matchAll(new RegExp(`\\b${as}\\s*\\??\\.\\s*(${NAME})`, 'g'))) use(other, name);
    }
    // What is taken from a module that is loaded later is only known by its name.
    for (const from of dynamic) {
      const other = target(file, from);
      if (other) for (const [name] of body.matchAll(new RegExp(NAME, 'g'))) use(other, name);
    }
  }
  return [...files.values()].flatMap(({ file, declared }) =>
    [...declared].map((name) => `${file} ${name}`).filter((one) => !used.has(one)),
  );
}

if (import.meta.main) {
  const files = ['apps', 'packages', 'scripts', 'bench', 'drill', 'e2e'].flatMap((folder) =>
    sources(folder, /\.(tsx?|mjs)$/),
  );
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const found = unusedExports(texts, packageFolders());
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
