import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants } from 'node:zlib';
import type { Row } from './rows.ts';

const dist = join(import.meta.dirname, '../apps/web/dist');

interface Entry {
  file: string;
  src?: string;
  isEntry?: boolean;
  imports?: string[];
}

/** JavaScript that a screen needs before it can be used: the entry, the screen's chunk, and all they import. Brotli 5. */
export function firstLoad(): Row[] {
  const manifest = JSON.parse(readFileSync(join(dist, '.vite/manifest.json'), 'utf8')) as Record<string, Entry>;
  const sizeOf = (...keys: string[]): number => {
    const seen = new Set<string>();
    const add = (key: string): void => {
      const entry = manifest[key];
      if (!entry || seen.has(key)) return;
      seen.add(key);
      entry.imports?.forEach(add);
    };
    keys.forEach(add);
    let bytes = 0;
    for (const key of seen) {
      const file = manifest[key]?.file ?? '';
      if (!file.endsWith('.js')) continue;
      bytes += brotliCompressSync(readFileSync(join(dist, file)), {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5 },
      }).length;
    }
    return bytes / 1024;
  };
  const entry = Object.keys(manifest).find((key) => manifest[key]?.isEntry) ?? '';
  const screens = [
    { what: 'First load, sign-in', keys: ['src/features/auth/sign-in-page.tsx'], bar: 150 },
    {
      what: 'First load, order list',
      keys: [
        'src/features/shell/shell.tsx',
        'src/features/orders/orders-page.tsx',
        'src/features/orders/list/orders-page.tsx',
      ],
      bar: 220,
    },
  ];
  return screens.map(({ what, keys, bar }) => {
    const size = sizeOf(entry, ...keys);
    return { what, value: `${size.toFixed(0)} KB of JavaScript`, bar: `${bar} KB`, met: size <= bar };
  });
}
