import { describe, expect, it } from 'vitest';
import { activePlace, markedPlace, PLACES } from './places.ts';
import {
  getNavigation,
  getTabs,
  HEADER_PX,
  headerHeight,
  isOnboarding,
  offersTop,
  placesDuring,
} from './shell-rules.ts';

const keys = (list: readonly { key: string }[]) => list.map((one) => one.key);
const ofOwner = PLACES.filter((place) => !place.operatorsOnly);
const alone = { embedded: false, hidesBilling: false };

describe('the header', () => {
  it('B007, B019: is 56 px high, and not there on a phone or inside an admin', () => {
    expect(HEADER_PX).toBe(56);
    expect(headerHeight({ mobile: false, embedded: false })).toBe(56);
    expect(headerHeight({ mobile: true, embedded: false })).toBe(0);
    expect(headerHeight({ mobile: false, embedded: true })).toBe(0);
  });
  it('B021: shows no usage during the onboarding', () => {
    expect(isOnboarding('/app/ob-welcome')).toBe(true);
    expect(isOnboarding('/app/orders')).toBe(false);
  });
});

describe('the navigation', () => {
  it('marks the product center on the import list, which has no line', () => {
    expect(activePlace('/app/products-import/editor/1')).toBe('imports');
    expect(markedPlace('/app/products-import/editor/1')).toBe('center');
    expect(markedPlace('/app/orders')).toBe('orders');
  });
  it('B026, B453: begins with the catalogue; Home and the import list are hidden entries', () => {
    expect(keys(getNavigation(ofOwner, alone).top)).toEqual(['find', 'center', 'orders', 'channels']);
  });
  it('B007, B028: has the settings at the top only inside an admin', () => {
    expect(keys(getNavigation(ofOwner, { ...alone, embedded: true }).top)).toContain('settings');
    expect(keys(getNavigation(ofOwner, alone).top)).not.toContain('settings');
  });
  it('has Home at the side only inside an admin, where there is no brand on top', () => {
    expect(keys(getNavigation(ofOwner, { ...alone, embedded: true }).top)[0]).toBe('home');
    expect(keys(getNavigation(ofOwner, alone).top)).not.toContain('home');
  });
  it('has the notifications at the side only inside an admin, where there is no bell', () => {
    expect(keys(getNavigation(ofOwner, { ...alone, embedded: true }).top)).toContain('notifications');
    expect(keys(getNavigation(ofOwner, alone).top)).not.toContain('notifications');
  });
  it('B029: has a section below for the settings, none inside an admin, and no settings where billing is hidden', () => {
    expect(keys(getNavigation(ofOwner, alone).bottom)).toEqual(['settings']);
    expect(getNavigation(PLACES, { ...alone, embedded: true }).bottom).toEqual([]);
    expect(getNavigation(ofOwner, { ...alone, hidesBilling: true }).bottom).toEqual([]);
  });
  it('B027, B166: badges count what is not pushed, what is, and open orders', () => {
    const badges = Object.fromEntries(PLACES.flatMap((place) => (place.badge ? [[place.key, place.badge]] : [])));
    expect(badges).toEqual({ imports: 'unpushed', center: 'pushed', orders: 'orders' });
  });
  it('B030: follows the path, the catalogue’s own pages included', () => {
    expect(activePlace('/app/catalog/dropshipping')).toBe('find');
    expect(activePlace('/app/find-product/quayside/detail/1/US')).toBe('find');
    expect(activePlace('/app/setting/wallet')).toBe('settings');
    expect(activePlace('/app')).toBe('home');
    expect(activePlace('/app/nowhere')).toBeUndefined();
  });
  it('B109: has no linked stores during the onboarding', () => {
    expect(keys(placesDuring(ofOwner, true))).not.toContain('channels');
    expect(placesDuring(ofOwner, false)).toEqual(ofOwner);
  });
  it('B001: leads to finding, importing, selling, ordering, channels and settings', () => {
    expect(keys(ofOwner)).toEqual([
      'home',
      'find',
      'imports',
      'center',
      'orders',
      'channels',
      'notifications',
      'settings',
    ]);
  });
});

describe('the tabs of a phone', () => {
  it('B031, B453: are Home, Catalogue, Products, Orders and More', () => {
    expect(getTabs(ofOwner, false).tabs.map((place) => place.tab)).toEqual(['home', 'find', 'center', 'orders']);
    expect(getTabs(ofOwner, false).hasMore).toBe(true);
    for (const path of ['/app/orders/shipment', '/app/orders/cancel-refund']) expect(activePlace(path)).toBe('orders');
  });
  it('B032: have no More where billing is hidden', () => expect(getTabs(ofOwner, true).hasMore).toBe(false));
});

it('B042: the way back to the top comes after 500 px, and never in the product editor', () => {
  expect(offersTop(499, '/app/find-product')).toBe(false);
  expect(offersTop(501, '/app/find-product')).toBe(true);
  expect(offersTop(501, '/app/products-center/editor/1')).toBe(false);
});
