import type { FormFile } from '@quayside/contracts';
import { AppError } from '@quayside/kernel';
import type { FastifyRequest } from 'fastify';

/** Room for the text fields and boundaries of a form beside its file. */
export const FORM_EXTRA_BYTES = 64 * 1024;

export const isForm = (request: FastifyRequest): boolean =>
  request.headers['content-type']?.startsWith('multipart/form-data') === true;

/** The text fields of form data and its file. A form with several values of a name has the last. Throws FORM_EXPECTED. */
export async function readForm(
  request: FastifyRequest,
): Promise<{ fields: Record<string, string>; file: FormFile | undefined }> {
  const { body } = request;
  const type = request.headers['content-type'];
  if (!Buffer.isBuffer(body) || !type || !isForm(request)) throw new AppError('BAD_REQUEST', 'FORM_EXPECTED');
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } })
    .formData()
    .catch((cause: unknown) => {
      throw new AppError('BAD_REQUEST', 'FORM_EXPECTED', { cause });
    });
  const fields: Record<string, string> = {};
  let file: FormFile | undefined;
  for (const [name, value] of form) {
    if (typeof value === 'string') fields[name] = value;
    else if (name === 'file') file = { name: value.name, bytes: new Uint8Array(await value.arrayBuffer()) };
    else throw new AppError('BAD_REQUEST', 'FORM_EXPECTED');
  }
  return { fields, file };
}
