import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** As apps/web/first-files.ts wrote it: paths of screens, with files below the folder of the build. */
type FirstFiles = Record<string, { files: string[]; texts: string[] }>;

const FIRST_PAINT = '<script src="/first-paint.js">';

/** Inside a script element `<` could end it. */
const asScript = (facts: object): string => JSON.stringify(facts).replaceAll('<', '\\u003c');

const asLink = (file: string): string =>
  file.endsWith('.css')
    ? `<link rel="stylesheet" crossorigin href="/${file}">`
    : `<link rel="modulepreload" crossorigin href="/${file}">`;

const readScreens = (dist: string) => {
  const list = join(dist, '.first-files.json');
  const known: FirstFiles = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as FirstFiles) : {};
  return Object.entries(known)
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([path, { files, texts }]) => ({
      path,
      links: files.map(asLink).join(''),
      texts: texts.map((file) => `/${file}`).join(' '),
    }));
};

/**
 * Completes the built page for an address: names the files of its screen, which the browser would otherwise learn of only when the app
 * runs, and carries the facts that the first screen needs. A newer build is read again, since it removes the old files.
 */
export function createPageHead(dist: string): (path: string, facts: object) => string {
  const file = join(dist, 'index.html');
  const read = () => ({
    builtAt: statSync(file).mtimeMs,
    page: readFileSync(file, 'utf8'),
    screens: readScreens(dist),
  });
  let build = read();
  return (path, facts) => {
    const builtAt = statSync(file, { throwIfNoEntry: false })?.mtimeMs;
    if (builtAt !== undefined && builtAt !== build.builtAt) build = read();
    const screen = build.screens.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    const told = `<script type="application/json" id="quayside-facts">${asScript(facts)}</script>`;
    return build.page
      .replace(FIRST_PAINT, () =>
        screen ? `<script src="/first-paint.js" data-texts="${screen.texts}">` : FIRST_PAINT,
      )
      .replace('</head>', () => `${screen?.links ?? ''}${told}</head>`);
  };
}
