import { readFile } from 'node:fs/promises';
import type { Order } from './convert.ts';
import { type Conversion, convertPicture, type Hashing, hashPicture } from './convert-picture.ts';

/** Reads uploads and fetched pictures in a process of its own, one after the other; ends with the process that started it. */
process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => void work(order).then((result) => process.send?.(result)));

async function work(order: Order): Promise<Conversion | Hashing> {
  const bytes = 'path' in order ? await readFile(order.path) : order.bytes;
  return order.options === 'hash' ? hashPicture(bytes) : convertPicture(bytes, order.options);
}
