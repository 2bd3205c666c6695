import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { HttpApp } from './route.ts';

const SIZES = [80, 320, 800, 1200] as const;

/** Pictures of the Quayside catalogue, composed on first use and kept in the data folder. */
export function servePictures(app: HttpApp, dataDir: string): void {
  const cacheDir = join(dataDir, 'pictures');
  mkdirSync(cacheDir, { recursive: true });
  app.fastify.get<{ Params: { name: string } }>('/pictures/:name', async (request, reply) => {
    const match = /^([A-Za-z0-9_.~-]{1,200})-(80|320|800|1200)\.webp$/.exec(request.params.name);
    const size = SIZES.find((one) => String(one) === match?.[2]);
    if (!match?.[1] || !size) return reply.code(404).send();
    try {
      // Loaded on first use: the image library costs memory that an idle server should not pay.
      const { renderPicture } = await import('@quayside/catalogue');
      const picture = await renderPicture(match[1], { size }, cacheDir);
      return reply.header('cache-control', 'public, max-age=31536000, immutable').type('image/webp').send(picture);
    } catch {
      return reply.code(404).send();
    }
  });
}
