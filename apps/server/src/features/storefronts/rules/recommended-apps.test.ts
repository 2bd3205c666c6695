import { RECOMMENDED_APP_KEYS } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { KNOWN_APPS } from './known-apps.ts';
import { RECOMMENDED_APPS } from './recommended-apps.ts';

it('recommends known apps only, each once, with an https address', () => {
  expect(RECOMMENDED_APPS.map(({ key }) => key).sort()).toEqual([...RECOMMENDED_APP_KEYS].sort());
  expect(new Set(RECOMMENDED_APPS.map(({ name }) => name)).size).toBe(RECOMMENDED_APPS.length);
  for (const app of RECOMMENDED_APPS) {
    const known = KNOWN_APPS.find(({ name }) => name === app.name);
    expect(app, app.name).toMatchObject({ category: known?.category, url: known?.app_store_url });
    for (const url of [app.url, app.website]) expect(new URL(url).protocol, url).toBe('https:');
  }
});

it('tells which platform an app is for by the app store that lists it', () => {
  const platformOf = (key: string) => RECOMMENDED_APPS.find((app) => app.key === key)?.app_store?.platform;
  expect(platformOf('klaviyo')).toBe('Shopify');
  expect(platformOf('mailpoet')).toBe('WooCommerce');
  expect(RECOMMENDED_APPS.filter(({ app_store }) => app_store === null)).toEqual([]);
});
