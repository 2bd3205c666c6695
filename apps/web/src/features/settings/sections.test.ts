import { expect, it } from 'vitest';
import { SECTIONS, sectionsFor } from './sections.ts';

const keys = (list: readonly { key: string }[]) => list.map((one) => one.key);

it('B033: the sections of the settings stand in the order of the specification', () => {
  const order = ['account', 'wallet', 'notification'];
  expect(keys(SECTIONS).filter((key) => order.includes(key))).toEqual(order);
});

it('B108: the integrations are in the menu of the settings only for who has a shop', () => {
  const mode = 'standalone';
  const found = (hasShop: boolean) => keys(sectionsFor({ isOperator: true, hasShop, mode, may: () => true }));
  expect(found(false)).not.toContain('aiWriting');
  expect(found(true)).toEqual([...found(false), 'aiWriting', 'productCopy']);
  expect(keys(sectionsFor({ isOperator: true, hasShop: true, mode, may: () => false }))).not.toContain('aiWriting');
});

it('B009: the browser extension has its section only where it can be spoken to, and for everybody there', () => {
  const found = (mode: 'standalone' | 'embedded' | 'wrapper') =>
    keys(sectionsFor({ isOperator: false, hasShop: false, mode, may: () => false }));
  expect(found('standalone')).toContain('extension');
  for (const mode of ['embedded', 'wrapper'] as const) {
    expect(found(mode)).toEqual(found('standalone').filter((key) => key !== 'extension'));
  }
});

it('suspended access has its section only while there is some to review', () => {
  const person = { isOperator: false, hasShop: true, mode: 'standalone', may: () => true } as const;
  expect(keys(sectionsFor(person))).not.toContain('suspended');
  expect(keys(sectionsFor({ ...person, hasSuspended: true }))[0]).toBe('suspended');
});
