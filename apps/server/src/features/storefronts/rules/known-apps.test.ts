import { APP_CATEGORIES } from '@quayside/contracts';
import { expect, it } from 'vitest';
import { appsUsed, KNOWN_APPS } from './known-apps.ts';

const names = (...addresses: string[]) => appsUsed(addresses).map((app) => app.name);

it('B334: sorts apps into twelve kinds, each of which has some', () => {
  expect(APP_CATEGORIES).toEqual([
    'Marketing',
    'Sales',
    'Orders and shipping',
    'Customer service',
    'Social media',
    'Trust and security',
    'Store Design',
    'Advertising',
    'Affiliate',
    'Products',
    'Orders',
    'Reporting',
  ]);
  for (const category of APP_CATEGORIES)
    expect(
      KNOWN_APPS.some((app) => app.category === category),
      category,
    ).toBe(true);
});

it('B173, B221: a script that matches an app’s pattern tells that the store uses it', () => {
  expect(names('https://static.klaviyo.com/onsite/js/klaviyo.js?company_id=X')).toEqual(['Klaviyo']);
  expect(names('https://loox.io/widget/loox.js', 'https://cdn.judge.me/loader.js')).toEqual(['Judge.me', 'Loox']);
  expect(names('https://s.test/wp-content/plugins/elementor/assets/js/frontend.min.js')).toEqual(['Elementor']);
  expect(names('https://s.test/assets/theme.js')).toEqual([]);
  expect(names()).toEqual([]);
});

it('tells two services of one maker apart', () => {
  expect(names('https://www.googletagmanager.com/gtag/js?id=AW-1')).toEqual(['Google Ads']);
  expect(names('https://www.googletagmanager.com/gtag/js?id=G-1')).toEqual(['Google Analytics']);
});

it('B221: every entry has all fields, and a pattern that is one', () => {
  expect(new Set(KNOWN_APPS.map((app) => app.name)).size).toBe(KNOWN_APPS.length);
  for (const app of KNOWN_APPS) {
    expect(app.short_description.length, app.name).toBeGreaterThan(3);
    for (const url of [app.app_store_url, app.website_url]) expect(new URL(url).protocol, app.name).toBe('https:');
    expect(() => new RegExp(app.script_pattern)).not.toThrow();
  }
});
