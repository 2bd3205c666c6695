import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const sqlOf = (name: string): string => readFileSync(join(import.meta.dirname, `${name}.sql`), 'utf8');

export const FLOOR_ORDERS = sqlOf('orders');
export const FLOOR_LINES = sqlOf('order-lines');
export const FLOOR_SOURCES = sqlOf('sources');
export const FLOOR_IMPORT_READ = sqlOf('import-read');
export const FLOOR_IMPORT = sqlOf('import');
export const FLOOR_PLACE_BEGIN = sqlOf('place-begin');
export const FLOOR_PLACE_END = sqlOf('place-end');
