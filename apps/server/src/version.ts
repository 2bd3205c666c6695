import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const file = join(import.meta.dirname, '../../../package.json');

/** Version of this installation's code. */
export const VERSION = (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
