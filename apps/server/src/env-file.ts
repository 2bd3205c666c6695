import { existsSync } from 'node:fs';
import { join } from 'node:path';

/** Loads the checkout's .env file, if any; existing variables take precedence. */
export function loadEnvFile(root: string): void {
  const file = join(root, '.env');
  if (existsSync(file)) process.loadEnvFile(file);
}
