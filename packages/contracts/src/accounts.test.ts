import { expect, it } from 'vitest';
import { emailSchema, languageSchema, passwordSchema } from './accounts.ts';
import { connectorIdSchema } from './shapes.ts';

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

// Whether an id exists is checked on writes: connectors.db.test.ts of the server (B003, B005).
it('ids of connectors are short and plain', () => {
  for (const id of ['woocommerce', 'alibaba', 'print-2']) expect(takes(connectorIdSchema, id), id).toBe(true);
  for (const id of ['', 'x', 'Etsy', '2fast', 'a b', 'a/b', '../x', `a${'b'.repeat(40)}`])
    expect(takes(connectorIdSchema, id), id).toBe(false);
});
