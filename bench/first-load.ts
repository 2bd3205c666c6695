import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Row } from './rows.ts';

const dist = join(import.meta.dirname, '../apps/web/dist');
const manifestFile = join(dist, '.vite/manifest.json');

interface Entry {
  file: string;
  src?: string;
  name?: string;
  isEntry?: boolean;
  imports?: string[];
}

/** Builds the web app where it was never built. */
export function ensureBuilt(): void {
  if (existsSync(manifestFile)) return;
  const vite = join(import.meta.dirname, '../node_modules/vite/bin/vite.js');
  const { status } = spawnSync(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: join(dist, '..'),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error('The web app failed to build; see the output above.');
}

/** JavaScript that a screen needs before it can be used: the entry, the screen's chunk, and all they import. As served. */
export function firstLoad(): Row[] {
  ensureBuilt();
  const manifest = JSON.parse(readFileSync(manifestFile, 'utf8')) as Record<string, Entry>;
  const sizeOf = (...keys: string[]): number => {
    const seen = new Set<string>();
    const add = (key: string): void => {
      const entry = manifest[key];
      if (!entry) throw new Error(`The build has no ${key}: the bench must be told where it went.`);
      if (seen.has(key)) return;
      seen.add(key);
      entry.imports?.forEach(add);
    };
    keys.forEach(add);
    let bytes = 0;
    for (const key of seen) {
      const file = manifest[key]?.file ?? '';
      if (!file.endsWith('.js')) continue;
      const served = join(dist, file);
      bytes += statSync(existsSync(`${served}.br`) ? `${served}.br` : served).size;
    }
    return bytes / 1024;
  };
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  const page = (name: string): string => `src/features/${name}.tsx`;
  const texts = (...names: string[]): string[] => names.map((name) => `../../messages/en/web/${name}.json`);
  // The shell shares its chunk with what it loads, which goes by the name of the app.
  const shell = Object.keys(manifest).find(
    (key) => manifest[key]?.name === 'app' && manifest[key]?.file.endsWith('.js'),
  );
  const screens = [
    { what: 'First load, sign-in', keys: [page('auth/sign-in-page'), ...texts('common', 'auth')], bar: 150 },
    {
      what: 'First load, order list',
      keys: [shell ?? 'the shell', page('orders/orders-page'), ...texts('common', 'shell', 'orders', 'tracking')],
      bar: 220,
    },
  ];
  return screens.map(({ what, keys, bar }) => {
    const size = sizeOf(entry, ...keys);
    return { what, value: `${size.toFixed(1)} KB of JavaScript`, bar: `${bar} KB`, met: size <= bar };
  });
}
