import { expect, it } from 'vitest';
import { knownTheme, THEMES } from './themes.ts';

it('B220: knows about 70 themes, each with its name, address, number, handle and style', () => {
  expect(THEMES.length).toBeGreaterThanOrEqual(70);
  expect(new Set(THEMES.map((one) => one.id)).size).toBe(THEMES.length);
  expect(new Set(THEMES.map((one) => one.handle)).size).toBe(THEMES.length);
  for (const theme of THEMES) {
    expect(theme.handle, theme.name).toMatch(/^[a-z0-9-]+$/);
    expect(theme.themeStoreUrl).toBe(`https://themes.shopify.com/themes/${theme.handle}`);
    expect(Number.isSafeInteger(theme.id) && theme.id > 0, theme.name).toBe(true);
    expect(theme.styleHandle).toBe('default');
  }
});

it('finds a theme by its number, however its copy is called', () => {
  expect(knownTheme({ storeId: 887, name: 'My own thing' })?.name).toBe('Dawn');
  expect(knownTheme({ storeId: 567 })).toMatchObject({ name: 'Mr Parker', handle: 'mr-parker' });
});

it.each([
  'Dawn',
  'dawn',
  'Copy of Dawn',
  'Updated copy of Prestige',
  'Impulse (New)',
  'Dawn 15.0',
  'Dawn v2',
  'Dawn | summer',
])('finds %s by its name', (name) => expect(knownTheme({ name })).toBeDefined());

it('knows nothing of a name that is nobody’s', () => {
  for (const name of ['', 'Harbour Goods', '-', undefined]) expect(knownTheme({ name })).toBeUndefined();
});
