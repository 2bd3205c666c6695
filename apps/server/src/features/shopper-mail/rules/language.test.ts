import { expect, it } from 'vitest';
import { getShopperLanguage } from './language.ts';

it.each([
  ['fr', 'fr'],
  ['fr-CA', 'fr'],
  ['FR_ca', 'fr'],
  ['pt-PT', 'pt-BR'],
  ['zh', 'zh-CN'],
  ['zh-Hans-SG', 'zh-CN'],
  ['zh-TW', 'de'],
  ['zh-Hant-HK', 'de'],
  ['fil', 'de'],
  ['sv-SE', 'de'],
  ['', 'de'],
  [null, 'de'],
] as const)('a shopper with %s gets %s where the setting says de', (locale, language) => {
  expect(getShopperLanguage(locale, 'de')).toBe(language);
});
