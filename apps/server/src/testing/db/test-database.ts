import { afterAll } from 'vitest';
import type { DbOptions } from '../../db/index.ts';
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
