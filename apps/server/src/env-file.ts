import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Adds the settings of the .env file in the folder of the checkout, if there is one; variables that are set already win. */
export function loadEnvFile(root: string): void {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
