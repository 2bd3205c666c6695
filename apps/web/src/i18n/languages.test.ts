import { expect, it } from 'vitest';
import { languageOfAdmin } from './languages.ts';

it('takes the language of a shop’s admin, whatever its region', () => {
  for (const [locale, language] of [
    ['de-AT', 'de'],
    ['pt-PT', 'pt-BR'],
    ['zh-CN', 'zh-CN'],
    ['zh-Hans-SG', 'zh-CN'],
    ['sv', 'en'],
    [null, 'en'],
  ] as const)
    expect(languageOfAdmin(locale), String(locale)).toBe(language);
});

it('shows English to who reads traditional Chinese, which is another script', () => {
  for (const locale of ['zh-TW', 'zh-HK', 'zh-Hant', 'zh-Hant-MO']) expect(languageOfAdmin(locale), locale).toBe('en');
});
