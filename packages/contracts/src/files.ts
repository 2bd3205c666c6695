import { z } from 'zod';
import { call } from './call.ts';
import { FILE_KINDS, type FileKind, REFUND_PHOTO_FILE } from './file-limits.ts';
import { idSchema } from './shapes.ts';

/** Files of a workspace: photos and exports. Reading one needs only its link, which is signed and expires. */

export const storedFileSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    kind: z.enum(Object.keys(FILE_KINDS) as [FileKind, ...FileKind[]]),
    bytes: z.int(),
    /** Valid for a few minutes. */
    url: z.string(),
  })
  .meta({ id: 'StoredFile' });
export type StoredFile = z.output<typeof storedFileSchema>;

export const files = {
  uploadPhoto: call({
    id: 'own',
    method: 'POST',
    path: '/files/refund-photos',
    access: 'workplace',
    needs: 'orders.change',
    summary: 'Upload a photo for a refund request. It is deleted after a day unless a request uses it.',
    query: z.strictObject({ name: z.string().trim().min(1).max(200) }),
    file: REFUND_PHOTO_FILE,
    data: storedFileSchema,
    perMinute: 60,
  }),
};
