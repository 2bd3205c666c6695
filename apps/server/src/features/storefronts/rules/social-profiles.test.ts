import fc from 'fast-check';
import { expect, it } from 'vitest';
import { NETWORKS, socialProfile, socialProfiles } from './social-profiles.ts';

const of = (address: string) => socialProfile(new URL(address));

it.each([
  ['https://facebook.com/shop', 'facebook', 'https://facebook.com/shop'],
  ['https://www.facebook.com/north.pier/', 'facebook', 'https://www.facebook.com/north.pier'],
  ['http://instagram.com/shop?hl=en', 'instagram', 'https://instagram.com/shop'],
  ['https://twitter.com/shop', 'twitter', 'https://twitter.com/shop'],
  ['https://x.com/shop', 'twitter', 'https://x.com/shop'],
  ['https://www.youtube.com/@shop', 'youtube', 'https://www.youtube.com/@shop'],
  ['https://www.youtube.com/channel/UC123', 'youtube', 'https://www.youtube.com/channel/UC123'],
  ['https://www.linkedin.com/company/shop', 'linkedin', 'https://www.linkedin.com/company/shop'],
  ['https://www.pinterest.co.uk/shop', 'pinterest', 'https://www.pinterest.co.uk/shop'],
])('B219, B276: takes %s as a profile', (address, network, url) => expect(of(address)).toEqual({ network, url }));

it.each([
  'https://facebook.com/sharer/sharer.php?u=x',
  'https://www.facebook.com/sharer.php?u=x',
  'https://www.facebook.com/dialog/share',
  'https://www.facebook.com/shop/posts/1',
  'https://facebook.com/',
  'https://www.facebook.com/tr?id=1',
  'https://twitter.com/intent/tweet?text=x',
  'https://twitter.com/share',
  'https://pinterest.com/pin/create/button/',
  'https://www.linkedin.com/shareArticle?mini=true',
  'https://www.youtube.com/watch?v=1',
  'https://www.instagram.com/p/abc',
  'https://facebook.com.evil.test/shop',
  'https://notfacebook.com/shop',
])('B276: leaves %s out', (address) => expect(of(address)).toBeUndefined());

it('B219: knows six networks, and no other one', () => {
  expect(NETWORKS).toEqual(['facebook', 'instagram', 'twitter', 'youtube', 'linkedin', 'pinterest']);
  expect(of('https://tiktok.com/@a')).toBeUndefined();
});

it('keeps the first profile of each network', () => {
  const links = ['https://facebook.com/a', 'https://facebook.com/b', 'https://x.com/a'].map((one) => new URL(one));
  expect(socialProfiles(links)).toEqual({
    facebook: { url: 'https://facebook.com/a' },
    twitter: { url: 'https://x.com/a' },
  });
});

it('answers a plain https address for any address whatever', () => {
  fc.assert(
    fc.property(fc.webUrl({ withQueryParameters: true, withFragments: true }), (address) => {
      const found = of(address);
      expect(found === undefined || /^https:\/\/[^?#]+$/.test(found.url)).toBe(true);
    }),
  );
});
