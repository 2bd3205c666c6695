import type { DbOptions } from '@quayside/server/src/db/index.ts';
import { afterAll } from 'vitest';
import { createTestDatabase, type TestDatabase } from './create-test-database.ts';

/**
 * A database for this test file, removed when the file is done. At the top of a `*.db.test.ts`:
 * `const db = await testDatabase();`
 */
export async function testDatabase(options: Partial<DbOptions> = {}): Promise<TestDatabase> {
  const database = await createTestDatabase(options);
  afterAll(() => database.drop());
  return database;
}
