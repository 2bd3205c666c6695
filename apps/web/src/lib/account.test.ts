import { describe, expect, it } from 'vitest';
import { ALL_STORES, currentStore, currentWorkplace, isInDemoMode, shownStore } from './account.ts';

const workplaces = ['a', 'b'].map((id) => ({ id, name: id, currency: 'USD', role: 'owner' }));
const store = (
  id: string,
  workplace_id: string,
  status: 'active' | 'needs_reconnect' = 'active',
  is_default = false,
) => ({
  id,
  workplace_id,
  status,
  is_default,
});

describe('the workspace and store in use', () => {
  it('B054: takes the stored workspace when it is the person’s, else the first', () => {
    expect(currentWorkplace({ workplaces }, 'b')).toBe('b');
    expect(currentWorkplace({ workplaces }, 'other')).toBe('a');
    expect(currentWorkplace({ workplaces: [] }, 'b')).toBeUndefined();
  });
  it('B056: takes the stored store when it is active in the workspace', () => {
    expect(currentStore([store('1', 'a'), store('2', 'a')], 'a', '2')).toBe('2');
  });
  it('B057: takes the default, else the first active one, when the stored store is gone, inactive or elsewhere', () => {
    const stores = [
      store('1', 'a', 'needs_reconnect'),
      store('2', 'a'),
      store('3', 'a', 'active', true),
      store('4', 'b'),
    ];
    expect(currentStore(stores, 'a', '1')).toBe('3');
    expect(currentStore(stores, 'a', '4')).toBe('3');
    expect(currentStore(stores.slice(0, 2), 'a', undefined)).toBe('2');
  });
  it('B054: takes what belongs to the shop whose admin is around, unless another store of it was chosen', () => {
    const shop = 'two.myshopify.com';
    const linked_stores = [
      { ...store('1', 'a', 'active', true), platform_domain: 'one.myshopify.com' },
      { ...store('2', 'b'), platform_domain: shop },
      { ...store('3', 'b', 'active', true), platform_domain: 'three.myshopify.com' },
    ];
    expect(currentWorkplace({ workplaces, linked_stores }, 'a', shop)).toBe('b');
    expect(currentWorkplace({ workplaces, linked_stores }, 'b', 'unknown.myshopify.com')).toBe('b');
    expect(currentStore(linked_stores, 'b', undefined, shop)).toBe('2');
    expect(currentStore(linked_stores, 'b', '3', shop)).toBe('3');
    expect(currentStore(linked_stores, 'a', undefined, shop)).toBe('1');
  });
  it('leaves a store alone that is on its way to another workspace', () => {
    const stores = [{ ...store('1', 'a', 'active', true), moving: 'waiting' as const }, store('2', 'a')];
    expect(currentStore(stores, 'a', '1')).toBe('2');
    expect(currentStore(stores.slice(0, 1), 'a', '1')).toBeUndefined();
  });
  it('B058: knows an account without an active store', () => {
    expect(currentStore([store('1', 'a', 'needs_reconnect')], 'a', '1')).toBeUndefined();
  });
});

it('B110: demo mode is on by its key, in the workspaces that are one’s own', () => {
  const workplaces = [
    { id: 'a', is_own: true },
    { id: 'c', is_own: false },
  ] as never;
  expect(isInDemoMode({ remaining_meta_keys: { DEMO_MODE: true }, workplaces }, 'a')).toBe(true);
  expect(isInDemoMode({ remaining_meta_keys: { DEMO_MODE: true }, workplaces }, 'c')).toBe(false);
  expect(isInDemoMode({ remaining_meta_keys: { AI_ENHANCER: true }, workplaces }, 'a')).toBe(false);
  expect(isInDemoMode(undefined, 'a')).toBe(false);
});

describe('the store that lists are narrowed to', () => {
  const stores = [
    { ...store('1', 'a'), platform_domain: 'one.example' },
    { ...store('2', 'a'), platform_domain: 'two.example' },
    { ...store('3', 'b'), platform_domain: 'three.example' },
  ];
  it('is the chosen one, while it is in the workspace', () => {
    expect(shownStore(stores, 'a', '2')?.id).toBe('2');
    expect(shownStore(stores, 'a', '3')).toBeUndefined();
    expect(shownStore(stores, 'a', 'gone')).toBeUndefined();
  });
  it('is none until one is chosen, and where all are', () => {
    expect(shownStore(stores, 'a', undefined)).toBeUndefined();
    expect(shownStore(stores, 'a', ALL_STORES, 'one.example')).toBeUndefined();
  });
  it('is the shop whose admin is around, until another is chosen', () => {
    expect(shownStore(stores, 'a', undefined, 'one.example')?.id).toBe('1');
    expect(shownStore(stores, 'a', '2', 'one.example')?.id).toBe('2');
  });
});
