import { createReadStream, existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { request } from 'undici';
import type { World } from '../core/world.ts';
import type { MediaDoc } from './model.ts';
import { createStagedFiles } from './staged-files.ts';

const TIMEOUT_MS = 10_000;
const LARGEST = 20 * 1024 * 1024;
const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};

export type Files = ReturnType<typeof createFiles>;

/** Pictures as Shopify keeps them: copied from where they were, shown from an address of its own. */
export function createFiles(world: World) {
  const folder = join(world.dataDir, 'shopify-files');
  const staged = createStagedFiles(world);
  const fileOf = (id: number): string => join(folder, String(id));
  return {
    staged,
    url: (shop: string, media: MediaDoc): string =>
      `${world.baseUrl()}/shopify/${shop}/cdn/files/${media.id}/${encodeURIComponent(media.filename)}`,
    /** Fetches a picture; its content type, or undefined when it cannot be had. One that was sent lies here already. */
    async fetch(media: MediaDoc): Promise<string | undefined> {
      try {
        const sent = staged.read(media.source);
        if (sent) {
          mkdirSync(folder, { recursive: true });
          writeFileSync(fileOf(media.id), sent.bytes);
          return sent.type;
        }
        const signal = AbortSignal.timeout(TIMEOUT_MS);
        const answer = await request(media.source, { signal, headers: { 'user-agent': 'Shopify-Sandbox' } });
        const type = String(answer.headers['content-type'] ?? '').split(';')[0];
        const bytes = Buffer.from(await answer.body.arrayBuffer());
        if (answer.statusCode !== 200 || !type?.startsWith('image/') || bytes.length > LARGEST) return undefined;
        mkdirSync(folder, { recursive: true });
        writeFileSync(fileOf(media.id), bytes);
        return type;
      } catch {
        return undefined;
      }
    },
    read: (id: number) => (existsSync(fileOf(id)) ? createReadStream(fileOf(id)) : undefined),
    typeOf: (name: string): string => TYPES[name.split('.').at(-1)?.toLowerCase() ?? ''] ?? 'application/octet-stream',
  };
}
