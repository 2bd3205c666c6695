import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { marketplaceHosts } from './marketplaces.ts';
import { LOCALES, languageFor, loadTexts } from './popup/texts.ts';

const folder = join(import.meta.dirname, '../public');
const json = <T>(path: string): T => JSON.parse(readFileSync(join(folder, path), 'utf8')) as T;

interface Manifest {
  manifest_version: number;
  permissions: string[];
  host_permissions: string[];
  optional_host_permissions: string[];
  icons: Record<string, string>;
  content_scripts?: unknown;
}
const manifest = json<Manifest>('manifest.json');

it('asks for no more than docs/security.md says', () => {
  expect(manifest.manifest_version).toBe(3);
  expect(manifest.permissions).toEqual(['activeTab', 'scripting', 'storage']);
  expect(manifest.content_scripts).toBeUndefined();
  expect(manifest.optional_host_permissions).toEqual(['https://*/*', 'http://*/*']);
});

it('reads the marketplaces by itself and nothing else', () => {
  expect(manifest.host_permissions).toEqual(marketplaceHosts().map((host) => `https://*.${host}/*`));
  expect(manifest.host_permissions.join()).not.toMatch(/<all_urls>|:\/\/\*\//);
});

it('has the pictures that it names', () => {
  for (const file of Object.values(manifest.icons)) expect(existsSync(join(folder, file)), file).toBe(true);
});

it('says everything in every language of the app', async () => {
  const read = (locale: string) => json<Record<string, { message: string }>>(`_locales/${locale}/messages.json`);
  const english = read('en');
  const words = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort();
  expect(readdirSync(join(folder, '_locales')).sort()).toEqual(Object.values(LOCALES).sort());
  for (const locale of Object.values(LOCALES)) {
    const texts = read(locale);
    expect(Object.keys(texts), locale).toEqual(Object.keys(english));
    for (const [key, { message }] of Object.entries(texts)) {
      expect(words(message), `${locale} ${key}`).toEqual(words(english[key]?.message ?? ''));
      expect(message.trim(), `${locale} ${key}`).not.toBe('');
    }
    // The stores of Chrome and Edge take no longer one.
    expect(texts.extDescription?.message.length, locale).toBeLessThanOrEqual(132);
  }
  const source = ['connection', 'orders', 'page', 'wanted'].map((part) =>
    readFileSync(join(import.meta.dirname, `popup/${part}-part.ts`), 'utf8'),
  );
  const used = [...source.join('\n').matchAll(/say\(\s*'(\w+)'/g)].map((match) => match[1]);
  for (const key of used) expect(english, key).toHaveProperty(key ?? '');
});

it('speaks the language of the screens, or the nearest one', async () => {
  expect(['de-AT', 'zh-TW', 'pt', 'pt-BR', 'sv', ''].map(languageFor)).toEqual([
    'de',
    'zh-CN',
    'pt-BR',
    'pt-BR',
    'en',
    'en',
  ]);
  const texts = await loadTexts(async (path) => json(path), 'ar');
  expect(texts).toMatchObject({ language: 'ar', direction: 'rtl' });
  expect(texts.say('asked', { host: 'a.example' })).toContain('a.example');
});
