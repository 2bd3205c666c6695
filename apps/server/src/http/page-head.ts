import { existsSync, readFileSync } from 'node:fs';
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

/**
 * Completes the built page for an address: names the files of its screen, which the browser would otherwise learn of only when the app
 * runs, and carries the facts that the first screen needs. Without a list by the build only the facts are added.
 */
export function createPageHead(dist: string, page: string): (path: string, facts: object) => string {
  const list = join(dist, '.first-files.json');
  const known: FirstFiles = existsSync(list) ? (JSON.parse(readFileSync(list, 'utf8')) as FirstFiles) : {};
  const screens = Object.entries(known)
    .toSorted(([a], [b]) => b.length - a.length)
    .map(([path, { files, texts }]) => ({
      path,
      links: files.map(asLink).join(''),
      texts: texts.map((file) => `/${file}`).join(' '),
    }));
  return (path, facts) => {
    const screen = screens.find((one) => path === one.path || path.startsWith(`${one.path}/`));
    const told = `<script type="application/json" id="quayside-facts">${asScript(facts)}</script>`;
    return page
      .replace(FIRST_PAINT, () =>
        screen ? `<script src="/first-paint.js" data-texts="${screen.texts}">` : FIRST_PAINT,
      )
      .replace('</head>', () => `${screen?.links ?? ''}${told}</head>`);
  };
}
