import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { getLanguage, isMessage, LANGUAGES, say } from './messages.ts';

const features = new URL('../features/', import.meta.url);

it('has every language that the interface has', () => {
  const folder = new URL('../../../../messages/', import.meta.url);
  const folders = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  expect(folders.map(({ name }) => name).sort()).toEqual([...LANGUAGES].sort());
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
  expect(getLanguage('xx')).toBe('en');
  expect(getLanguage('pt')).toBe('pt-BR');
  expect(getLanguage('de-AT')).toBe('de');
  expect(say('xx', 'SIGN_IN_NEEDED')).toBe('Sign in first.');
  expect(say('en', 'NO_SUCH_KEY')).toBe('NO_SUCH_KEY');
  for (const key of ['constructor', 'a: b', 'a.b']) expect(say('de', key, { count: 1 })).toBe(key);
});

describe('a sentence that counts', () => {
  const mapped = (language: string, ...counts: number[]) =>
    counts.map((count) => say(language, 'TIMELINE_MAPPED', { count }));

  it('takes one of two forms in English', () => {
    expect(mapped('en', 0, 1, 2)).toEqual([
      'Supplier found for 0 items',
      'Supplier found for 1 item',
      'Supplier found for 2 items',
    ]);
  });

  it('takes one of six forms in Arabic', () => {
    expect(mapped('ar', 0, 1, 2, 3, 11, 100)).toEqual([
      'عُثر على مورّد لـ 0 منتج',
      'عُثر على مورّد لمنتج واحد',
      'عُثر على مورّد لمنتجين',
      'عُثر على مورّد لـ 3 منتجات',
      'عُثر على مورّد لـ 11 منتجًا',
      'عُثر على مورّد لـ 100 منتج',
    ]);
  });

  it('takes the only form in Chinese', () => {
    expect(mapped('zh-CN', 1, 2)).toEqual(['已为 1 件商品找到供应商', '已为 2 件商品找到供应商']);
  });

  it('counts nought and one alike in French, and takes the usual form for millions', () => {
    expect(mapped('fr', 0, 1, 2, 1_000_000)).toEqual([
      'Fournisseur trouvé pour 0 article',
      'Fournisseur trouvé pour 1 article',
      'Fournisseur trouvé pour 2 articles',
      'Fournisseur trouvé pour 1000000 articles',
    ]);
  });

  it('reads the number from rows that were written before it was called count', () => {
    expect(say('en', 'TIMELINE_SUPPLIER_CHANGED', { lines: 1 })).toBe('Supplier changed for 1 item');
    expect(say('ar', 'TIMELINE_MANUALLY_FULFILLED', { lines: 2, number: '' })).toBe('نُفّذ منتجان يدويًا');
    for (const key of ['PLACEMENT_SOME_FAILED', 'PAYMENT_SOME_FAILED', 'SYNC_SOME_FAILED'])
      expect(say('de', key, { failed: 2 })).toBe(say('de', key, { count: 2 }));
    expect(say('en', 'SPLIT_DIFFERS', { name: 'Shop', there: 1, wanted: 3 })).toContain(
      'as 1 product, and it would now become 3',
    );
    expect(say('en', 'TOO_MANY_VARIANTS', { name: 'Shop', maximum: 100, variants: 120 })).toContain('100 variants');
  });

  it('takes a number that was kept as text, and the usual form where none was kept', () => {
    expect(say('en', 'TIMELINE_MAPPED', { count: '1' })).toBe('Supplier found for 1 item');
    expect(say('en', 'TIMELINE_MAPPED')).toBe('Supplier found for {{count}} items');
  });

  it('is a message, though none of its texts has its key', () => {
    expect(isMessage('TIMELINE_MAPPED')).toBe(true);
    expect(isMessage('TIMELINE')).toBe(false);
  });
});

describe('a value', () => {
  it('is set apart in Arabic where it is written from the left, unless it is an address', () => {
    const many = { store: 'Harbour Goods', count: 5 };
    expect(say('ar', 'NOTICE_ORDER_RECEIVED_MANY', many)).toBe('5 طلبات جديدة من \u2068Harbour Goods\u2069');
    expect(say('en', 'NOTICE_ORDER_RECEIVED_MANY', many)).toBe('5 new orders from Harbour Goods');
    expect(say('ar', 'NOTICE_ORDER_RECEIVED_MANY', { store: 'https://a.example', count: 5 })).not.toContain('\u2068');
  });

  it('keeps the sign of a number on its side in Arabic', () => {
    const order = (name: string) => say('ar', 'SHOPPER_MAIL_SHIPPED_SUBJECT', { order: name });
    for (const name of ['#1001', '1001-2', '+49 30 1234']) expect(order(name)).toContain(`\u2068${name}\u2069`);
    expect(order('1001')).not.toContain('\u2068');
    expect(say('en', 'SHOPPER_MAIL_SHIPPED_SUBJECT', { order: '#1001' })).not.toContain('\u2068');
  });

  it('is put in as it is: nothing in it is escaped, filled in or looked up', () => {
    for (const detail of ['<b> & "c"', '{{name}}', '$t(SAVED)', '$1', 'de'])
      expect(say('en', 'WAREHOUSE_REFUSED', { detail, name: 'x', lng: 'de', context: 'y' })).toBe(
        `The warehouse declined: ${detail}`,
      );
  });

  it('is a country by its name in the language of the sentence', () => {
    const about = { title: 'Chair', country: 'NO' };
    const key = 'TheProductCannotBeShippedToCountry';
    expect(say('en', key, about)).toContain('(Norway)');
    expect(say('de', key, about)).toContain('(Norwegen)');
    expect(say('ar', key, about)).toContain('النرويج');
    expect(say('en', key, { ...about, country: '' })).toContain('()');
  });
});
