import type { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliDecompress, gunzip, inflate } from 'node:zlib';

export class TooLarge extends Error {}

/** Reads a body of at most `maxBytes`; a longer one is refused. */
export async function readBounded(body: Readable, maxBytes: number): Promise<Buffer> {
  const parts: Buffer[] = [];
  let size = 0;
  for await (const part of body as AsyncIterable<Buffer>) {
    size += part.length;
    if (size > maxBytes) {
      body.on('error', () => undefined).destroy();
      throw new TooLarge(`the answer is larger than ${maxBytes} bytes`);
    }
    parts.push(part);
  }
  return Buffer.concat(parts, size);
}

const unpack: Record<string, (raw: Buffer, options: { maxOutputLength: number }) => Promise<Buffer>> = {
  gzip: promisify(gunzip),
  'x-gzip': promisify(gunzip),
  deflate: promisify(inflate),
  br: promisify(brotliDecompress),
};

/** Decompresses within the same limit, so that a small response can't expand into a huge one. */
export async function decoded(raw: Buffer, encoding: string | undefined, maxBytes: number): Promise<Buffer> {
  const undo = encoding === undefined ? undefined : unpack[encoding.trim().toLowerCase()];
  if (!undo || raw.length === 0) return raw;
  try {
    return await undo(raw, { maxOutputLength: maxBytes });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE')
      throw new TooLarge(`the answer unpacks to more than ${maxBytes} bytes`);
    throw error;
  }
}
