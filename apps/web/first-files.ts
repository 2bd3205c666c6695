import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Plugin } from 'vite';

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
}
type Manifest = Record<string, Chunk>;

/** What a screen fetches first, below the folder of the build: its code and styles, and its English texts. */
interface FirstFiles {
  files: string[];
  texts: string[];
}

const BELOW = { publicScreen: '', screen: '/app', section: '/app/setting' } as const;
const SCREEN = /\b(publicScreen|screen|section)\(\s*'([^']*)',\s*\(\) => import\('\.\.\/([^']+)'\),\s*\[([^\]]*)\]/g;

/** Everything that these modules import, themselves included. */
function closure(manifest: Manifest, keys: readonly string[]): Set<string> {
  const seen = new Set<string>();
  const add = (key: string): void => {
    if (seen.has(key) || !manifest[key]) return;
    seen.add(key);
    manifest[key]?.imports?.forEach(add);
  };
  keys.forEach(add);
  return seen;
}

/**
 * Lists for each screen in the source of the routes what it fetches beyond `index.html`. A path with parameters is listed up to its
 * first one; the server takes the longest path that an address begins with.
 */
export function findFirstFiles(routes: string, manifest: Manifest): Record<string, FirstFiles> {
  const entry = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
  const always = closure(manifest, entry);
  const textsOf = (names: readonly string[]): string[] =>
    names.flatMap((name) => manifest[`../../messages/en/web/${name}.json`]?.file ?? []);
  const list = (modules: readonly string[], names: readonly string[]): FirstFiles => {
    const own = [...closure(manifest, modules)].filter((key) => !always.has(key)).map((key) => manifest[key]);
    const files = own.flatMap((chunk) => (chunk ? [chunk.file, ...(chunk.css ?? [])] : []));
    return { files: [...new Set(files)], texts: textsOf(['common', 'errors', ...names]) };
  };
  const found: Record<string, FirstFiles> = {};
  for (const [, kind, path = '', module = '', texts = ''] of routes.matchAll(SCREEN)) {
    const below = BELOW[kind as keyof typeof BELOW];
    const fixed = `${below}${path}`.replace(/\/\$.*$/, '').replace(/(.)\/$/, '$1');
    const names = [...texts.matchAll(/'([\w-]+)'/g)].map(([, name = '']) => name);
    found[fixed] ??= list([`src/${module}`], [...(below ? ['shell'] : []), ...names]);
  }
  return found;
}

/** Writes `.first-files.json` beside the build, from which the server names a screen's files in the head of its page. */
export function firstFiles(): Plugin {
  return {
    name: 'first-files',
    apply: 'build',
    async closeBundle() {
      const { root, build } = this.environment.config;
      const dist = join(root, build.outDir);
      const routes = await readFile(join(root, 'src/app/routes.tsx'), 'utf8');
      const manifest = JSON.parse(await readFile(join(dist, '.vite/manifest.json'), 'utf8')) as Manifest;
      const found = findFirstFiles(routes, manifest);
      if (!found['/login'] || !found['/app/orders'])
        throw new Error('src/app/routes.tsx declares its screens in another form than first-files.ts reads.');
      await writeFile(join(dist, '.first-files.json'), JSON.stringify(found));
    },
  };
}
