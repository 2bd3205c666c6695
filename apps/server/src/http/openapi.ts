import type { Call } from '@quayside/contracts';
import { BODY_STATUS } from '@quayside/kernel';
import { z } from 'zod';
import { createDocument, type ZodOpenApiPathsObject } from 'zod-openapi';

const envelope = (data: z.ZodType) =>
  z.object({ status: z.literal(200), code: z.literal('OK'), message: z.string(), data });

const refusal = z
  .object({
    status: z.int().meta({ description: 'Status code of the API, such as 204 for an invalid field.' }),
    code: z.string().meta({ description: 'Stable error key to test in clients.' }),
    message: z.string(),
    data: z.null(),
    errors: z.record(z.string(), z.array(z.string())).optional(),
    request_id: z
      .string()
      .meta({ description: 'Id of the request, also in the header X-Request-Id. Quote it to support.' }),
  })
  .meta({ id: 'Refusal' });

const fileBody = ({ types, most }: NonNullable<Call['file']>) => ({
  required: true,
  description: `Raw file bytes, at most ${most}.`,
  content: Object.fromEntries(types.map((type) => [type, { schema: { type: 'string' as const, format: 'binary' } }])),
});

const formBody = ({ fields, most }: NonNullable<Call['form']>) => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: (fields as z.ZodObject).extend({
        file: z
          .file()
          .optional()
          .meta({ type: 'string', format: 'binary', description: `A file of at most ${most} bytes.` }),
      }),
    },
  },
});

const tagOf = (path: string): string => path.split('/')[1] ?? 'other';

/** The OpenAPI 3.1 document of the declared calls, from the schemas that validate the input. */
export function openApiDocument(calls: readonly Call[], version: string): object {
  const paths: ZodOpenApiPathsObject = {};
  for (const call of calls) {
    const path = `/api${call.path}`;
    paths[path] = {
      ...paths[path],
      [call.method.toLowerCase()]: {
        operationId: `${call.method.toLowerCase()}${call.path.replace(/[^A-Za-z0-9]+/g, '_')}`,
        tags: [tagOf(call.path)],
        summary: call.summary,
        'x-quayside-id': call.id,
        'x-quayside-access': call.access,
        ...(call.confirm ? { 'x-quayside-confirm': true } : {}),
        ...(call.access === 'public' ? { security: [] } : {}),
        requestParams: {
          ...(call.params instanceof z.ZodObject ? { path: call.params } : {}),
          ...(call.query instanceof z.ZodObject ? { query: call.query } : {}),
        },
        ...(call.body
          ? { requestBody: { required: true, content: { 'application/json': { schema: call.body } } } }
          : {}),
        ...(call.file ? { requestBody: fileBody(call.file) } : {}),
        ...(call.form ? { requestBody: formBody(call.form) } : {}),
        responses: {
          200: { description: 'Success.', content: { 'application/json': { schema: envelope(call.data) } } },
          default: {
            description: 'Error. `code` gives the reason.',
            content: { 'application/json': { schema: refusal } },
          },
        },
      },
    };
  }
  return createDocument({
    openapi: '3.1.0',
    info: {
      title: 'Quayside',
      version,
      description: `Body codes: ${Object.entries(BODY_STATUS)
        .map(([name, { body, http }]) => `${name} ${body} (HTTP ${http})`)
        .join(', ')}. Headers: api-version, store-id, workplace-id, time-zone, locale.`,
    },
    servers: [{ url: '/' }],
    security: [{ bearer: [] }],
    components: { securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } } },
    paths,
  });
}
