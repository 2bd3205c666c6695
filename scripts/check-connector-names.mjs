// Refuses the ids of connectors outside the connectors themselves: what an outside system can do is in its manifest, and who needs
// to know asks the manifest. connector-names.json lists the exceptions with their reasons, as file or as folder ending in a slash;
// an entry that is no longer needed fails too, so the list only shrinks.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTest, root, sources, uncommented } from './sources.mjs';

/** Connectors, their stand-ins and tests may name whom they are about. */
const mayName = (file) => isTest(file) || /^packages\/(connectors|sandbox)\//.test(file);

/** The id as a word, alone or as a part of a name: shopify, connectShopify, SHOPIFY_APP, but not "striped" for stripe. */
const namePattern = (id) => {
  const [first, ...rest] = id;
  const capital = `${first.toUpperCase()}${rest.join('')}`;
  return new RegExp(`(?<![A-Za-z])${id}(?![a-z])|${capital}(?![a-z])|(?<![A-Z])${id.toUpperCase()}(?![A-Z])`);
};

/** Sentences about files that name a connector without a reason, and about reasons that nothing needs. */
export function connectorNames(texts, ids, reasons) {
  const patterns = ids.map((id) => [id, namePattern(id)]);
  const used = new Set();
  const faults = [];
  for (const [file, text] of texts) {
    if (mayName(file)) continue;
    const source = uncommented(text);
    const found = patterns.filter(([, pattern]) => pattern.test(source)).map(([id]) => id);
    if (found.length === 0) continue;
    const entry = Object.keys(reasons).find((one) => (one.endsWith('/') ? file.startsWith(one) : file === one));
    if (entry) used.add(entry);
    else faults.push(`${file} names ${found.join(' and ')}: ask the connector's manifest instead.`);
  }
  for (const entry of Object.keys(reasons))
    if (!used.has(entry))
      faults.push(`connector-names.json lists ${entry}, which names no connector: remove the entry.`);
  return faults;
}

/** The ids of the installed connectors but our own, which has the name of the product. */
function installedIds() {
  const lines = ['channels', 'suppliers', 'payments'].map((kind) =>
    readFileSync(join(root, `apps/server/src/installed/${kind}.ts`), 'utf8'),
  );
  return lines
    .flatMap((text) => [...text.matchAll(/@quayside\/connector-([a-z0-9-]+)'/g)].map(([, id]) => id))
    .filter((id) => id !== 'quayside');
}

if (import.meta.main) {
  const files = ['apps', 'packages'].flatMap((folder) => sources(folder, /\.tsx?$/));
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  const reasons = JSON.parse(readFileSync(join(import.meta.dirname, 'connector-names.json'), 'utf8'));
  const faults = connectorNames(texts, installedIds(), reasons);
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
