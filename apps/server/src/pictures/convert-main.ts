import { readFile } from 'node:fs/promises';
import { type Conversion, type ConversionOptions, convertPicture } from './convert-picture.ts';

/** Converts uploads in a process of its own, one after the other; ends with the process that started it. */
type Order = { options: ConversionOptions } & ({ bytes: Uint8Array } | { path: string });

process.on('disconnect', () => process.exit(0));
process.on('message', (order: Order) => void convert(order).then((result) => process.send?.(result)));

async function convert(order: Order): Promise<Conversion> {
  const bytes = 'path' in order ? await readFile(order.path) : order.bytes;
  return convertPicture(bytes, order.options);
}
