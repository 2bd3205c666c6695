import { contracts } from '@quayside/contracts';
import { isId } from '@quayside/kernel';
import { sql } from '../../db/index.ts';
import type { Deps } from '../../deps.ts';
import { type HttpApp, route } from '../../http/route.ts';
import { removePicture, setPicture } from './actions/set-picture.ts';

/** SHA-256 in base64url. */
const HASH = /^[\w-]{43}$/;

/** Avatars. */
export function registerPicture(app: HttpApp, deps: Deps): void {
  const calls = contracts.accounts;
  route(app, calls.setPicture, async ({ body }, who, reply) => {
    const set = await setPicture(deps, who, body);
    reply.message('PICTURE_SET');
    return set;
  });
  route(app, calls.removePicture, async (_input, who, reply) => {
    reply.message('PICTURE_REMOVED');
    return removePicture(deps, who);
  });

  // For image elements, which send no bearer token: anyone with the URL sees the image. Its hash can't be guessed and
  // is only known to the person and members of the same workspaces.
  app.fastify.get<{ Params: { id: string; hash: string } }>(
    '/api/files/account-picture/:id/:hash',
    async ({ params: { id, hash } }, reply) => {
      const found =
        isId(id) && HASH.test(hash)
          ? await deps.db.read({ accountId: id }, (ex) =>
              ex.first<{ jpeg_base64: string }>(
                sql`select jpeg_base64 from account_picture where account_id = ${id} and hash = ${hash}`,
              ),
            )
          : undefined;
      if (!found) return reply.code(404).header('cache-control', 'no-store').send();
      return reply
        .header('cache-control', 'private, max-age=31536000, immutable')
        .header('content-security-policy', "default-src 'none'")
        .type('image/jpeg')
        .send(Buffer.from(found.jpeg_base64, 'base64'));
    },
  );
}
