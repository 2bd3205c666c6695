// The texts in messages/: who reads them, and how i18next reads plural forms.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

export const root = join(import.meta.dirname, '../..');
export const LANGUAGES = ['en', 'ar', 'de', 'es', 'fr', 'it', 'nl', 'pt-BR', 'zh-CN'];

const folder = join(root, 'messages');
const PLURAL = /_(zero|one|two|few|many|other)$/;

export const stem = (key) => key.replace(PLURAL, '');
export const categoryOf = (key) => PLURAL.exec(key)?.[1];
export const isPlural = (texts, key) => PLURAL.test(key) && texts.has(`${stem(key)}_other`);

/** All texts of a file by dotted key. */
function flatten(value, prefix = '', into = new Map()) {
  for (const [key, inner] of Object.entries(value)) {
    if (typeof inner === 'string') into.set(prefix + key, inner);
    else flatten(inner, `${prefix}${key}.`, into);
  }
  return into;
}

const filesOf = (language, part) =>
  readdirSync(join(folder, language, part)).map((file) => {
    if (!file.endsWith('.json'))
      throw new Error(`messages/${language}/${part} contains ${file}: expected only .json files.`);
    return file.slice(0, -'.json'.length);
  });

/** The texts of one part, `server` or `web`: by file, then by key. Adds to `problems` what cannot be read. */
export function readPart(part, language, problems) {
  const files = new Map();
  for (const name of filesOf(language, part)) {
    const path = join(folder, language, part, `${name}.json`);
    try {
      files.set(name, flatten(JSON.parse(readFileSync(path, 'utf8'))));
    } catch (error) {
      problems.push(`${relative(root, path)} cannot be read: ${error.message}`);
    }
  }
  return files;
}

export const sameAsEnglish = () => JSON.parse(readFileSync(join(folder, 'same-as-english.json'), 'utf8'));

/** TypeScript sources below a folder, without tests and declarations. */
export function sources(path, list = []) {
  for (const entry of readdirSync(path, { withFileTypes: true })) {
    if (entry.name === 'node_modules' || entry.name === 'dist') continue;
    const own = join(path, entry.name);
    if (entry.isDirectory()) sources(own, list);
    else if (/\.tsx?$/.test(entry.name) && !/\.(test|d)\.tsx?$/.test(entry.name)) list.push(own);
  }
  return list;
}
