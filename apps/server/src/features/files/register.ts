import { contracts, FILE_KINDS } from '@quayside/contracts';
import { AppError, isId } from '@quayside/kernel';
import type { Deps } from '../../deps.ts';
import type { Feature } from '../../feature.ts';
import { isPictureFile } from '../../files/kind.ts';
import { route } from '../../http/route.ts';
import { handler } from '../../jobs/define.ts';
import { isWholePicture } from '../../pictures/whole-picture.ts';
import { cleanUp } from './actions/clean-up.ts';
import { readFile, saveFile } from './actions/save-file.ts';
import { cleanUpAssembled } from './actions/upload-parts.ts';
import { cleanUpFilesJob } from './jobs/files.ts';
import { isValidLink, toFileView } from './rules/file-link.ts';
import { toDisposition } from './rules/file-name.ts';

/** The file store. */
export function register(deps: Deps): Feature {
  const calls = contracts.files;
  return {
    jobs: [
      handler(cleanUpFilesJob, async (_job, run) => {
        await cleanUp(deps, run.signal);
        await cleanUpAssembled(deps);
      }),
    ],
    routes(app) {
      route(app, calls.uploadPhoto, async ({ query, body }, who) => {
        if (!isPictureFile(body) || !(await isWholePicture(body)))
          throw new AppError('UNPROCESSABLE_ENTITY', 'PICTURE_UNREADABLE', {
            fields: { photos: ['PICTURE_UNREADABLE'] },
          });
        const row = await saveFile(deps, who.scope, { name: query.name, bytes: body, field: 'photos' });
        return toFileView(deps.vault, row, deps.clock.now());
      });

      // For image elements and downloads, which send no bearer token: the signature is the permission.
      app.fastify.get<{ Params: { id: string }; Querystring: { until?: string; signature?: string } }>(
        '/api/files/stored/:id',
        async ({ params: { id }, query: { until = '', signature = '' } }, reply) => {
          const isValid = isId(id) && isValidLink(deps.vault, { id, until, signature }, deps.clock.now());
          const found = isValid ? await readFile(deps, id) : undefined;
          if (!found) return reply.code(404).header('cache-control', 'no-store').send();
          return reply
            .header('cache-control', 'private, max-age=600, immutable')
            .header('content-security-policy', "default-src 'none'; sandbox")
            .header('x-content-type-options', 'nosniff')
            .header('content-disposition', toDisposition(found.row.name, found.row.kind))
            .type(FILE_KINDS[found.row.kind])
            .send(found.bytes);
        },
      );
    },
  };
}
