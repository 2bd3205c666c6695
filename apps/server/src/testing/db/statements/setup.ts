import { afterAll } from 'vitest';
import { recordStatements, saveStatements } from './record.ts';

// Vitest runs this before each test file.
const folder = process.env.QUAYSIDE_STATEMENTS;
if (folder) {
  const { recorded, stop } = recordStatements();
  afterAll(() => {
    stop();
    saveStatements(folder, recorded);
  });
}
