// Plain English: phrases that texts of the screens may not contain, phrases in comments (counted per folder in plain-words.json; the
// counts only shrink, --shrink) and the form of commit subjects.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { shrunk } from './check-sql-places.mjs';
import { root, sources } from './sources.mjs';

const TEXTS = 'messages/en';
const CODE = ['apps', 'packages', 'e2e', 'scripts', 'drill', 'bench', 'mutations'];
const SUBJECT_LENGTH = 72;
const FOLDER_DEPTH = 5;
const baselineFile = join(import.meta.dirname, 'plain-words.json');

const either = (...phrases) => new RegExp(String.raw`\b(?:${phrases.join('|')})\b`, 'gi');

/** American spelling, and phrases that no commerce software uses. */
const TEXT_PHRASES = either(
  ...['he', 'his', 'him', 'himself', 'she', 'hers', 'herself'],
  ...['by itself', 'by themselves', 'anew', 'told of', 'put away', 'looks again', 'comes to nothing', 'as it stands'],
  ...['what became of', 'to be had', 'for ever', 'not any more', 'stands? in', 'holds? no longer'],
  ...[
    'catalogues?',
    'fulfil(?:s|ment)?',
    'cancelled',
    'colou?rs? of',
    'favou?rites? of',
    'recognised',
    'organised',
    'e-mails?',
  ],
);

/** The same in comments, where a phrase for a person reads as a translation too. */
const COMMENT_PHRASES = either(
  ...['he', 'his', 'him', 'himself', 'she', 'herself'],
  ...[
    'by itself',
    'by themselves',
    'anew',
    'told of',
    'is told',
    'are told',
    'put away',
    'looks again',
    'comes to nothing',
  ],
  ...['as it stands', 'what became of', 'to be had', 'for ever', 'nobody', 'goes on', 'go on', 'stands? for itself'],
);

const matches = (text, phrases) => [...text.matchAll(phrases)].map(([phrase]) => phrase);

function* leaves(value, path = '') {
  for (const [key, text] of Object.entries(value)) {
    const name = path ? `${path}.${key}` : key;
    if (typeof text === 'string') yield [name, text];
    else yield* leaves(text, name);
  }
}

/** One message for each text that contains a phrase. `catalogs`: parsed JSON by file. */
export const textFaults = (catalogs) =>
  [...catalogs].flatMap(([file, catalog]) =>
    [...leaves(catalog)].flatMap(([key, text]) =>
      matches(text, TEXT_PHRASES).map((phrase) => `${file}: ${key} contains “${phrase}”: ${text}`),
    ),
  );

/** The comments of a source of TypeScript, JavaScript, CSS or SQL. */
export function commentsOf(file, text) {
  if (file.endsWith('.sql')) return [...text.matchAll(/(?:^|\s)--(.*)$/gm)].map(([, comment]) => comment);
  const blocks = [...text.matchAll(/\/\*\*?([\s\S]*?)\*\//g)].map(([, comment]) => comment);
  if (file.endsWith('.css')) return blocks;
  const rest = text.replace(/\/\*[\s\S]*?\*\//g, ' ');
  return [...blocks, ...[...rest.matchAll(/(?:^|\s)\/\/(.*)$/gm)].map(([, comment]) => comment)];
}

const folderOf = (file) => dirname(file).split('/').slice(0, FOLDER_DEPTH).join('/');

/** How many phrases the comments of each folder contain. */
export function commentCounts(texts) {
  const counts = {};
  for (const [file, text] of texts) {
    const count = commentsOf(file, text).reduce((sum, comment) => sum + matches(comment, COMMENT_PHRASES).length, 0);
    if (count > 0) counts[folderOf(file)] = (counts[folderOf(file)] ?? 0) + count;
  }
  return Object.fromEntries(Object.entries(counts).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** One message for each folder whose count differs from the baseline. */
export function commentFaults(counts, baseline) {
  return [...new Set([...Object.keys(counts), ...Object.keys(baseline)])].sort().flatMap((folder) => {
    const [now, before] = [counts[folder] ?? 0, baseline[folder] ?? 0];
    if (now > before)
      return [`${folder}: comments contain ${now} phrases, allowed ${before}. Write them as docs/words.md says.`];
    return now < before
      ? [
          `${folder}: comments contain ${now} phrases, the baseline says ${before}: node scripts/check-words.mjs --shrink`,
        ]
      : [];
  });
}

/** What is wrong with a commit's subject; undefined: nothing. */
export function subjectFault(subject) {
  if (subject.length > SUBJECT_LENGTH) return `has ${subject.length} characters, allowed ${SUBJECT_LENGTH}`;
  if (!/^[a-z0-9][\w ./-]*: [^\s].*[^.\s]$/.test(subject)) return 'does not read `area: what changed`';
  return undefined;
}

/** Subjects since this check exists; undefined where there is no history, as in an exported tree. */
function readSubjects() {
  const git = (...args) =>
    execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
  try {
    const first = git('log', '--diff-filter=A', '--format=%H', '--', 'scripts/check-words.mjs')
      .trim()
      .split('\n')
      .at(-1);
    if (!first) return undefined;
    return git('log', '--no-merges', '--format=%s', `${first}..HEAD`).split('\n').filter(Boolean);
  } catch {
    return undefined;
  }
}

if (import.meta.main) {
  const read = (file) => readFileSync(join(root, file), 'utf8');
  const catalogs = sources(TEXTS, /\.json$/).map((file) => [file, JSON.parse(read(file))]);
  const code = CODE.flatMap((folder) => sources(folder, /\.(tsx?|mjs|css|sql)$/)).map((file) => [file, read(file)]);
  const counts = commentCounts(code);
  let baseline = JSON.parse(readFileSync(baselineFile, 'utf8'));
  if (process.argv.includes('--shrink')) {
    baseline = shrunk(counts, baseline);
    writeFileSync(baselineFile, `${JSON.stringify(baseline, null, 2)}\n`);
  }
  const subjects = readSubjects();
  if (!subjects) console.log('No git history: skipped the check of commit subjects.');
  const faults = [
    ...textFaults(catalogs),
    ...commentFaults(counts, baseline),
    ...(subjects ?? []).flatMap((subject) => {
      const fault = subjectFault(subject);
      return fault ? [`The commit “${subject}” ${fault}.`] : [];
    }),
  ];
  for (const fault of faults) console.error(fault);
  process.exitCode = faults.length > 0 ? 1 : 0;
}
