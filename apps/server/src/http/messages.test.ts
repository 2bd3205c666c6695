import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { isMessage, LANGUAGES, languageOf, say } from './messages.ts';

const folder = new URL('../../../../messages/', import.meta.url);
const features = new URL('../features/', import.meta.url);
const read = (language: string, file: string): Record<string, string> =>
  JSON.parse(readFileSync(new URL(`${language}/server/${file}`, folder), 'utf8'));
const files = readdirSync(new URL('en/server/', folder));
const paramsOf = (text: string): string[] => [...text.matchAll(/\{(\w+)\}/g)].map((match) => match[1] ?? '').sort();

describe('messages of the server', () => {
  it('has every language that the interface has', () => {
    const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGES].sort());
  });

  describe.each(LANGUAGES)('%s', (language) => {
    it.each(files)('%s has the keys and parameters of the English file', (file) => {
      const english = read('en', file);
      const own = read(language, file);
      expect(Object.keys(own).sort()).toEqual(Object.keys(english).sort());
      for (const [key, text] of Object.entries(english)) expect(paramsOf(own[key] ?? ''), key).toEqual(paramsOf(text));
    });
  });

  it('sets what is written from the left apart in Arabic, but no address', () => {
    const many = { store: 'Harbour Goods', count: 5 };
    expect(say('ar', 'NOTICE_ORDER_RECEIVED_MANY', many)).toContain('\u2068Harbour Goods\u2069: 5');
    expect(say('en', 'NOTICE_ORDER_RECEIVED_MANY', many)).toBe('5 new orders from Harbour Goods');
    expect(say('ar', 'NOTICE_ORDER_RECEIVED_MANY', { store: 'https://a.example', count: 5 })).not.toContain('\u2068');
  });

  it('names no key in two files', () => {
    const keys = files.flatMap((file) => Object.keys(read('en', file)));
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });

  it('has a sentence for every code that a refusal or a problem names', () => {
    const sources = readdirSync(features, { recursive: true, encoding: 'utf8' }).filter((file) =>
      /(?<!\.test)\.ts$/.test(file),
    );
    const named = /(?:new AppError\(\s*'\w+',\s*|\bkey: |\brefused\(|\bsay\([^,()]+,\s*)'([A-Z]\w+)'/g;
    const codes = sources.flatMap((file) =>
      [...readFileSync(new URL(file, features), 'utf8').matchAll(named)].map((match) => match[1] ?? ''),
    );
    expect(codes.length).toBeGreaterThan(80);
    expect([...new Set(codes)].filter((code) => !isMessage(code))).toEqual([]);
  });

  it('falls back to English for an unknown language, and to the key for an unknown key', () => {
    expect(languageOf('xx')).toBe('en');
    expect(languageOf('pt')).toBe('pt-BR');
    expect(languageOf('de-AT')).toBe('de');
    expect(say('xx', 'SIGN_IN_NEEDED')).toBe('Sign in first.');
    expect(say('en', 'NO_SUCH_KEY')).toBe('NO_SUCH_KEY');
  });
});

it('calls a country by its name in the language of the sentence', () => {
  const about = { title: 'Chair', country: 'NO' };
  const key = 'TheProductCannotBeShippedToCountry';
  expect(say('en', key, about)).toContain('(Norway)');
  expect(say('de', key, about)).toContain('(Norwegen)');
  expect(say('ar', key, about)).toContain('النرويج');
  expect(say('en', key, { ...about, country: '' })).toContain('()');
});
