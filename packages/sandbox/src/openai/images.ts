import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';

/** Draws an image of the requested size, transparent where asked. */
export const DRAWS = 'sandbox-painter';
/** Declines every image. */
export const DECLINES = 'sandbox-prude';
/** Its base64 is none. */
export const SPOILS = 'sandbox-spoilt';
/** Answers a PNG that claims 900 million pixels. */
export const BLOATS = 'sandbox-bomb';
/** Answers an SVG, whatever it says. */
export const LIES = 'sandbox-svg';
export const IMAGE_MODELS: readonly string[] = [DRAWS, DECLINES, SPOILS, BLOATS, LIES];

/** Source: OpenAI's OpenAPI document, CreateImageEditRequest, as far as gpt-image models take it. */
const edit = z.object({
  model: z.string(),
  prompt: z.string().min(1).max(32_000),
  size: z.enum(['1024x1024', '1536x1024', '1024x1536', 'auto']).default('auto'),
  background: z.enum(['transparent', 'opaque', 'auto']).default('auto'),
  output_format: z.enum(['png', 'jpeg', 'webp']).default('png'),
  n: z.coerce.number().int().min(1).max(10).default(1),
});
type Edit = z.output<typeof edit>;

export interface AskedImage {
  model: string;
  prompt: string;
  size: string;
  background: string;
  /** What the sent image begins with. */
  image: string;
}

interface Ports {
  keyIsGood(authorization: string | undefined, reply: FastifyReply): boolean;
  refuse(reply: FastifyReply, status: number, type: string, code: string | null, message: string): FastifyReply;
  /** Keeps what was asked for, for tests to read. */
  asked(image: AskedImage): void;
}

async function draw({ size, background, output_format: format }: Edit): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const [width = 1024, height = 1024] = size === 'auto' ? [] : size.split('x').map(Number);
  const clear = background === 'transparent';
  const canvas = sharp({
    create: { width, height, channels: 4, background: { r: 42, g: 127, b: 98, alpha: clear ? 0 : 1 } },
  });
  return canvas.toFormat(format).toBuffer();
}

/** A PNG whose header claims a size that it doesn't hold; its checksum isn't read before its size. */
async function bomb(): Promise<Buffer> {
  const { default: sharp } = await import('sharp');
  const png = await sharp({ create: { width: 1, height: 1, channels: 3, background: '#000' } })
    .png()
    .toBuffer();
  png.writeUInt32BE(30_000, 16);
  png.writeUInt32BE(30_000, 20);
  return png;
}

async function answer(request: Edit): Promise<string> {
  if (request.model === SPOILS) return '%%% not base64 %%%';
  if (request.model === BLOATS) return (await bomb()).toString('base64');
  if (request.model === LIES) return Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString('base64');
  return (await draw(request)).toString('base64');
}

/** Image edits as OpenAI publishes them: a form with an image, answered by base64. */
export function registerImages(app: FastifyInstance, { keyIsGood, refuse, asked }: Ports): void {
  app.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  app.post('/v1/images/edits', async (request: FastifyRequest<{ Body: Uint8Array<ArrayBuffer> }>, reply) => {
    if (!keyIsGood(request.headers.authorization, reply)) return reply;
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(request.body, { headers: { 'content-type': type } }).formData();
    const image = form.get('image') ?? form.get('image[]');
    const parsed = edit.safeParse(Object.fromEntries([...form].filter(([, value]) => typeof value === 'string')));
    if (!parsed.success || !(image instanceof File))
      return refuse(reply, 400, 'invalid_request_error', null, parsed.error?.issues[0]?.message ?? 'image is missing');
    const { model, prompt, size, background } = parsed.data;
    if (!IMAGE_MODELS.includes(model))
      return refuse(reply, 404, 'invalid_request_error', 'model_not_found', `The model ${model} does not exist.`);
    const head = Buffer.from(await image.slice(0, 12).arrayBuffer()).toString('latin1');
    asked({ model, prompt, size, background, image: head });
    if (model === DECLINES)
      return refuse(
        reply,
        400,
        'image_generation_user_error',
        'moderation_blocked',
        'Your request was rejected by the safety system.',
      );
    return { created: Math.floor(Date.now() / 1000), data: [{ b64_json: await answer(parsed.data) }] };
  });
}
