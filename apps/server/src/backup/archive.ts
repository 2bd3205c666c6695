import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { Readable, type Writable } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { createGunzip, createGzip } from 'node:zlib';
import { Decrypter, Encrypter } from 'age-encryption';
import * as tar from 'tar-stream';
import { BackupRefused } from './backup-refused.ts';

/**
 * A backup file: a gzipped tar, encrypted in age's format (https://age-encryption.org/v1) with a passphrase. `age -d
 * file | tar xz` reads it without Quayside.
 */
export interface ArchiveWriter {
  /** Adds a small file. */
  text(name: string, content: string): Promise<void>;
  /** Adds one piece of a stream of unknown length. */
  bytes(name: string, content: Uint8Array): Promise<void>;
  folder(name: string): Promise<void>;
  /**
   * Adds a file that may be written meanwhile: as many bytes as it has now, filled up with zeros if it shrinks. A file
   * that no longer exists is left out.
   */
  file(name: string, path: string): Promise<void>;
}

/** Cost of guessing a passphrase: about a second and 128 MB for each guess. */
const SCRYPT_LOG_N = 17;

/** Encrypts what `fill` writes into `target`, which it ends. Throws with the first failure of any part. */
export async function writeArchive(
  target: Writable,
  encryptTo: Encrypter,
  fill: (archive: ArchiveWriter) => Promise<void>,
): Promise<void> {
  const pack = tar.pack();
  const gzip = createGzip({ level: 1 });
  const packed = pipeline(pack, gzip);
  const encrypted = await encryptTo.encrypt(Readable.toWeb(gzip) as unknown as globalThis.ReadableStream<Uint8Array>);
  const written = pipeline(Readable.fromWeb(encrypted as unknown as ReadableStream), target);
  const stop = (err: Error): void => {
    pack.destroy(err);
    gzip.destroy(err);
  };
  written.catch(stop);
  try {
    await Promise.race([
      fill(archiveWriter(pack)),
      written.then(() => {
        throw new Error('the backup file ended before its content');
      }),
    ]);
    pack.finalize();
  } catch (err) {
    stop(err as Error);
    await Promise.allSettled([packed, written]);
    throw err;
  }
  await Promise.all([packed, written]);
}

export function withPassphrase(passphrase: string, logN: number = SCRYPT_LOG_N): Encrypter {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(logN);
  return encrypter;
}

function archiveWriter(pack: tar.Pack): ArchiveWriter {
  const whole = (header: Pick<tar.Header, 'name' | 'mode'>, content: Uint8Array | string): Promise<void> =>
    new Promise((resolve, reject) => {
      const entry = pack.entry(header, Buffer.from(content as string), (err) => (err ? reject(err) : resolve()));
      entry.on('error', reject);
    });
  return {
    text: (name, content) => whole({ name, mode: 0o600 }, content),
    bytes: (name, content) => whole({ name, mode: 0o600 }, content as never),
    folder: (name) =>
      new Promise((resolve, reject) => {
        pack.entry({ name, type: 'directory', mode: 0o700 }, (err) => (err ? reject(err) : resolve()));
      }),
    async file(name, path) {
      const handle = await openIfThere(path);
      if (!handle) return;
      try {
        const { size, mode, mtime } = await handle.stat();
        const entry = pack.entry({ name, size, mode: mode & 0o777, mtime }) as unknown as Writable;
        const done = finished(entry);
        done.catch(() => undefined);
        await copyExactly(handle, size, entry);
        entry.end();
        await done;
      } finally {
        await handle.close();
      }
    },
  };
}

const PIECE = 1024 * 1024;

async function copyExactly(handle: FileHandle, size: number, to: Writable): Promise<void> {
  let at = 0;
  while (at < size) {
    const piece = Buffer.alloc(Math.min(PIECE, size - at));
    const { bytesRead } = await handle.read(piece, 0, piece.length, at);
    // The file became shorter: zeros, which the log of the database overwrites or cuts again.
    const part = bytesRead === 0 ? piece : piece.subarray(0, bytesRead);
    at += part.length;
    if (!to.write(part)) await onceDrained(to);
  }
}

function onceDrained(to: Writable): Promise<void> {
  return new Promise((resolve, reject) => {
    const over = (err?: Error): void => {
      to.off('drain', over).off('error', over).off('close', closed);
      if (err) reject(err);
      else resolve();
    };
    const closed = (): void => over(new Error('the backup file was closed while it was written'));
    to.on('drain', over).on('error', over).on('close', closed);
  });
}

async function openIfThere(path: string): Promise<FileHandle | undefined> {
  try {
    return await open(path, 'r');
  } catch (err) {
    if ((err as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw err;
  }
}

export interface ArchiveEntry {
  name: string;
  type: 'file' | 'directory';
  mode: number;
  content: Readable;
}

/**
 * Reads a backup file, entry by entry. Throws BackupRefused for a wrong passphrase and for a file that is damaged, not
 * complete or no backup; what was read before is then not to be used.
 */
export async function readArchive(
  file: string,
  decryptWith: Decrypter,
  each: (entry: ArchiveEntry) => Promise<void>,
): Promise<void> {
  const source = createReadStream(file, { highWaterMark: 256 * 1024 });
  // Errors of the work on an entry are passed on as they are; those of reading are about the file.
  let failed: { reason: unknown } | undefined;
  try {
    const plain = await decryptWith.decrypt(Readable.toWeb(source) as unknown as globalThis.ReadableStream<Uint8Array>);
    const extract = tar.extract();
    const feeding = pipeline(Readable.fromWeb(plain as unknown as ReadableStream), createGunzip(), extract);
    feeding.catch(() => undefined);
    for await (const entry of extract) {
      const { name, type, mode = 0o600 } = entry.header;
      const kind = type === 'directory' ? 'directory' : 'file';
      try {
        await each({ name, type: kind, mode, content: entry as unknown as Readable });
      } catch (reason) {
        if (!entry.destroyed || !isStreamFault(reason)) failed = { reason };
        throw reason;
      }
      entry.resume();
    }
    await feeding;
  } catch (err) {
    source.destroy();
    if (failed) throw failed.reason;
    throw toRefusal(file, err);
  } finally {
    source.destroy();
  }
}

const isStreamFault = (reason: unknown): boolean =>
  reason instanceof Error && !(reason instanceof BackupRefused) && !('syscall' in reason);

function toRefusal(file: string, err: unknown): Error {
  const { code, message } = err as NodeJS.ErrnoException;
  if (code === 'ENOENT') return new BackupRefused(`The backup file ${file} was not found.`);
  if (code === 'EACCES' || code === 'EISDIR')
    return new BackupRefused(`The backup file ${file} can't be read (${code}).`);
  if (/no identity matched/.test(message)) return new BackupRefused('The passphrase is wrong for this backup file.');
  if (/invalid version|not an age|unexpected end of file|header/i.test(message) && !/gzip/.test(message))
    return new BackupRefused(`${file} is not a backup of Quayside, or its beginning is damaged.`);
  return new BackupRefused(`The backup file ${file} is damaged or not complete: use another one.`);
}

export function readWithPassphrase(passphrase: string): Decrypter {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  return decrypter;
}
