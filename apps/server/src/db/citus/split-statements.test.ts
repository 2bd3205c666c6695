import { expect, test } from 'vitest';
import { readMigrations } from '../migration-files.ts';
import { splitStatements } from './split-statements.ts';

test.each([
  ['select 1; select 2', ['select 1', 'select 2']],
  ["select ';'; select 2;", ["select ';'", 'select 2']],
  ["select 'it''s;'; select 2", ["select 'it''s;'", 'select 2']],
  ['-- one; two\nselect 1;\n-- the end;\n', ['-- one; two\nselect 1']],
  ['/* a; b */ select 1', ['/* a; b */ select 1']],
  ['create function f() as $$ begin; end $$; select 2', ['create function f() as $$ begin; end $$', 'select 2']],
  ['do $x$ select $$;$$; $x$; select 2', ['do $x$ select $$;$$; $x$', 'select 2']],
  ['select 1 as "a;b"', ['select 1 as "a;b"']],
  [' ;; ', []],
])('%j', (text, statements) => expect(splitStatements(text)).toEqual(statements));

test('no migration has a body that is written without quotes', () => {
  for (const { name, text } of readMigrations()) expect(text, name).not.toMatch(/\bbegin atomic\b/i);
});
