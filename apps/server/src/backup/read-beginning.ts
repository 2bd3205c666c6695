import { buffer } from 'node:stream/consumers';
import type { ArchiveEnd, Manifest } from './manifest.ts';
import { type UnpackOptions, unpack } from './unpack.ts';

export interface Beginning {
  manifest: Manifest;
  end: ArchiveEnd;
  /** First piece of the dump, which has the list of its objects. */
  beginning: Buffer;
}

/** Reads a whole backup of a server and keeps the beginning of its dump. */
export async function readBeginning(options: Omit<UnpackOptions, 'onDump'>): Promise<Beginning> {
  let beginning: Buffer | undefined;
  const { manifest, end } = await unpack({
    ...options,
    async onDump(piece) {
      if (beginning) piece.resume();
      else beginning = await buffer(piece);
    },
  });
  return { manifest, end, beginning: beginning ?? Buffer.alloc(0) };
}
