// Checks the texts of server and web in messages/: every text in nine languages and in i18next's format, none unused, none
// missing. Texts that are rightly the same as in English are listed in messages/same-as-english.json, by language, or under
// "*" for names that are the same everywhere: `namespace:key` for the web, `server:KEY` for the server.
import { LANGUAGES, readPart, sameAsEnglish } from './i18n/catalogues.mjs';
import { compare } from './i18n/compare.mjs';
import { serverProblems } from './i18n/used-by-server.mjs';
import { webProblems } from './i18n/used-by-web.mjs';

const MOST_SHOWN = 60;

const problems = [];
const same = sameAsEnglish();
const usedAllowances = new Set();

/** Whether a text may be the same as in English; notes the entry that says so. */
function isAllowed(language, entry) {
  const found = [language, '*'].filter((list) => same[list]?.includes(entry));
  for (const list of found) usedAllowances.add(`${list} ${entry}`);
  return found.length > 0;
}

const english = Object.fromEntries(['server', 'web'].map((part) => [part, readPart(part, 'en', problems)]));

for (const [part, files] of Object.entries(english)) {
  for (const language of LANGUAGES) {
    const own = readPart(part, language, problems);
    for (const file of own.keys())
      if (!files.has(file)) problems.push(`${language}/${part}/${file}.json has no English file`);
    for (const [file, model] of files) {
      const entryOf = (key) => `${part === 'web' ? file : part}:${key}`;
      const found = compare(language, model, own.get(file) ?? new Map(), (key) => isAllowed(language, entryOf(key)));
      for (const problem of found) problems.push(`${language}/${part}/${file}: ${problem}`);
    }
  }
}
for (const [list, entries] of Object.entries(same))
  for (const entry of entries)
    if (!usedAllowances.has(`${list} ${entry}`)) problems.push(`same-as-english.json: ${list} ${entry} is not needed`);
problems.push(...webProblems(english.web), ...serverProblems(english.server));

for (const problem of problems.slice(0, MOST_SHOWN)) console.error(problem);
if (problems.length > MOST_SHOWN) console.error(`and ${problems.length - MOST_SHOWN} more.`);
if (problems.length > 0) {
  console.error(`Every text needs all nine languages and must be used. ${problems.length} to fix.`);
  process.exit(1);
}
const count = Object.values(english).flatMap((files) => [...files.values()].map((texts) => texts.size));
console.log(
  `${count.reduce((sum, one) => sum + one, 0)} texts in ${LANGUAGES.length} languages: all used, none missing.`,
);
