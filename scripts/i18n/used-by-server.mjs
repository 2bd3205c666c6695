// Which texts the server uses: their keys are words of the code, so every word in quotes counts, and every template that fits.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isPlural, root, sources, stem } from './catalogues.mjs';

const FOLDERS = [
  'apps/server/src',
  'packages/kernel/src',
  'packages/contracts/src',
  'packages/connector-kit/src',
  'packages/connectors',
];
/** Of earlier versions: kept in rows that are still shown, and written by no code any more. */
const FORMER = new Set(['STORE_MOVE_WORK_OPEN']);
/** Shorter ones such as `${a}_${b}` would fit every key. */
const LEAST_LETTERS = /[A-Z]{4}/;

function usedIn(text) {
  const words = [...text.matchAll(/['"`](\w+)['"`]/g)].map(([, word]) => word);
  const patterns = [...text.matchAll(/`((?:\w|\$\{[^{}]*\})+)`/g)]
    .map(([, template]) => template.split(/\$\{[^{}]*\}/))
    .filter((parts) => parts.length > 1 && parts.some((part) => LEAST_LETTERS.test(part)))
    .map((parts) => new RegExp(`^${parts.join('\\w+')}$`));
  return { words, patterns };
}

/** Keys of English texts that no code names, and keys that two files have: texts are found by key alone. */
export function serverProblems(english) {
  const found = FOLDERS.flatMap((folder) => sources(join(root, folder))).map((path) =>
    usedIn(readFileSync(path, 'utf8')),
  );
  const words = new Set(found.flatMap((one) => one.words));
  const patterns = found.flatMap((one) => one.patterns);
  const problems = [];
  const fileByKey = new Map();
  for (const [file, texts] of english) {
    for (const key of texts.keys()) {
      const base = isPlural(texts, key) ? stem(key) : key;
      if (!words.has(base) && !FORMER.has(base) && !patterns.some((pattern) => pattern.test(base)))
        problems.push(`server/${file}: ${key} is not used`);
      const other = fileByKey.get(base);
      if (other && other !== file) problems.push(`server/${file}: ${key} is also in server/${other}`);
      fileByKey.set(base, file);
    }
  }
  return problems;
}
