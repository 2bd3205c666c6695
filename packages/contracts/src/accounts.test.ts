import { describe, expect, it } from 'vitest';
import { emailSchema, languageSchema, passwordSchema } from './accounts.ts';
import { platformSchema, supplierSchema } from './shapes.ts';

const takes = (schema: { safeParse(value: unknown): { success: boolean } }, value: unknown) =>
  schema.safeParse(value).success;

it('B091: an e-mail has the standard form', () => {
  expect(takes(emailSchema, 'a@b.co')).toBe(true);
  for (const bad of ['a@b', 'a b@c.de', '', '@b.co', 'a@', 'a@b..co']) expect(takes(emailSchema, bad), bad).toBe(false);
  expect(emailSchema.parse('  Ada@Example.COM ')).toBe('ada@example.com');
});

it('B099, A39: a password has 8 to 72 characters', () => {
  expect([7, 8, 72, 73].map((length) => takes(passwordSchema, 'x'.repeat(length)))).toEqual([false, true, true, false]);
});

it('B012: nine languages are taken', () => expect(languageSchema.options).toHaveLength(9));

describe('names of the world outside', () => {
  it('B003: channels are five, and nothing else is one', () => {
    expect(platformSchema.options).toEqual(['shopify', 'woocommerce', 'tiktok', 'facebook', 'google']);
    expect(takes(platformSchema, 'etsy')).toBe(false);
  });
  it('B005: a source that nobody knows is refused', () => {
    expect(takes(supplierSchema, 'alibaba')).toBe(true);
    expect(takes(supplierSchema, 'wish')).toBe(false);
  });
});
