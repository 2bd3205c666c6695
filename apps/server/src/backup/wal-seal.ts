import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { SEGMENT_BYTES } from './wal-files.ts';

type Web = globalThis.ReadableStream<Uint8Array>;
const PIECE = 64 * 1024;

/** Writes a segment, gzipped and encrypted in age's format. */
export async function sealSegment(bytes: Buffer, recipient: string, target: Writable): Promise<void> {
  const { Encrypter } = await import('age-encryption');
  const encrypter = new Encrypter();
  encrypter.addRecipient(recipient);
  const gzip = createGzip({ level: 1 });
  const packed = pipeline(Readable.from(pieces(bytes)), gzip);
  packed.catch(() => undefined);
  const sealed = await encrypter.encrypt(Readable.toWeb(gzip) as unknown as Web);
  await Promise.all([packed, pipeline(Readable.fromWeb(sealed as unknown as ReadableStream), target)]);
}

function* pieces(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE) yield bytes.subarray(at, at + PIECE);
}

/**
 * Reads a kept segment into a file. Zeros are left out: most of a segment that was closed early would otherwise take 16
 * MB for a few records. Throws if any of it is damaged.
 */
export async function openSegment(file: string, identity: string, to: string): Promise<void> {
  const { Decrypter } = await import('age-encryption');
  const decrypter = new Decrypter();
  decrypter.addIdentity(identity);
  const source = createReadStream(file);
  const target = await open(to, 'wx', 0o600);
  try {
    const plain = await decrypter.decrypt(Readable.toWeb(source) as unknown as Web);
    let at = 0;
    await pipeline(Readable.fromWeb(plain as unknown as ReadableStream), createGunzip(), async (unpacked) => {
      for await (const piece of unpacked as AsyncIterable<Buffer>) {
        if (piece.some((byte) => byte !== 0)) await target.write(piece, 0, piece.length, at);
        at += piece.length;
      }
    });
    if (at !== SEGMENT_BYTES) throw new Error(`expected ${SEGMENT_BYTES} bytes, got ${at}`);
    await target.truncate(SEGMENT_BYTES);
  } finally {
    source.destroy();
    await target.close();
  }
}
