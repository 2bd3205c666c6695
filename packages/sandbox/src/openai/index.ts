import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import type { Emulator } from '../core/world.ts';
import { type AskedImage, IMAGE_MODELS, registerImages } from './images.ts';
import { CUT, MODELS, MUTE, SECRET_KEY, STRICT, write } from './models.ts';

/** Longer than this, in characters, is more than the stand-in reads at once. */
const LONGEST_PROMPT = 40_000;
const BOOK_KEEPS = 200;

const completion = z.looseObject({
  model: z.string(),
  messages: z
    .array(
      z.looseObject({
        role: z.enum(['system', 'developer', 'user', 'assistant']),
        content: z.union([z.string(), z.array(z.looseObject({ text: z.string().optional() }))]),
      }),
    )
    .min(1),
  response_format: z
    .union([
      z.object({ type: z.enum(['text', 'json_object']) }),
      z.object({
        type: z.literal('json_schema'),
        json_schema: z.looseObject({ name: z.string(), schema: z.unknown() }),
      }),
    ])
    .optional(),
  stream: z.literal(false).optional(),
});
type Completion = z.output<typeof completion>;

const refuse = (reply: FastifyReply, status: number, type: string, code: string | null, message: string) =>
  reply.code(status).send({ error: { message, type, param: null, code } });

const textOf = ({ content }: Completion['messages'][number]): string =>
  typeof content === 'string' ? content : content.map((part) => part.text ?? '').join('');

/** Roughly what a model would count; nobody pays here. */
const tokens = (text: string): number => Math.ceil(text.length / 4);

/** Chat completions and image edits as OpenAI publishes them: with a key, by model, as JSON. */
export const openai: Emulator = {
  name: 'openai',
  prefix: '/openai',
  register(app, world) {
    const asked: { model: string; system: string; user: string; format: string }[] = [];
    const images: AskedImage[] = [];
    world.addBook('openai', () => ({ asked, images }));
    let count = 0;

    const keyIsGood = (authorization: string | undefined, reply: FastifyReply): boolean => {
      if (authorization === `Bearer ${SECRET_KEY}`) return true;
      // As the real one: the message shows a part of the key.
      const key = authorization?.replace(/^Bearer /, '') ?? '';
      void refuse(reply, 401, 'invalid_request_error', 'invalid_api_key', `Incorrect API key provided: ${key}.`);
      return false;
    };

    app.get('/v1/models', (request, reply) => {
      if (!keyIsGood(request.headers.authorization, reply)) return reply;
      return {
        object: 'list',
        data: [...MODELS, ...IMAGE_MODELS].map((id) => ({ id, object: 'model', owned_by: 'sandbox', created: 0 })),
      };
    });

    registerImages(app, {
      keyIsGood,
      refuse,
      asked(image) {
        images.push(image);
        images.splice(0, images.length - BOOK_KEEPS);
      },
    });

    app.post('/v1/chat/completions', (request, reply) => {
      if (!keyIsGood(request.headers.authorization, reply)) return reply;
      const parsed = completion.safeParse(request.body);
      if (!parsed.success)
        return refuse(reply, 400, 'invalid_request_error', null, parsed.error.issues[0]?.message ?? 'bad request');
      const { model, messages, response_format: format } = parsed.data;
      if (!MODELS.includes(model))
        return refuse(reply, 404, 'invalid_request_error', 'model_not_found', `The model ${model} does not exist.`);
      if (model === STRICT && format?.type === 'json_schema')
        return refuse(
          reply,
          400,
          'invalid_request_error',
          null,
          "This model does not support response_format 'json_schema'.",
        );
      const prompt = messages.map(textOf).join('\n');
      if (prompt.length > LONGEST_PROMPT)
        return refuse(
          reply,
          400,
          'invalid_request_error',
          'context_length_exceeded',
          'The maximum context length is exceeded.',
        );
      const of = (roles: string[]) =>
        messages
          .filter(({ role }) => roles.includes(role))
          .map(textOf)
          .join('\n');
      const user = of(['user']);
      const system = of(['system', 'developer']);
      asked.push({ model, system, user, format: format?.type ?? 'text' });
      asked.splice(0, asked.length - BOOK_KEEPS);
      count += 1;
      const whole = model === MUTE ? 'Here is a lovely text about your product.' : JSON.stringify(write(user, system));
      const content = model === CUT ? whole.slice(0, whole.length / 2) : whole;
      return {
        id: `chatcmpl-sandbox-${count}`,
        object: 'chat.completion',
        created: Math.floor(Date.now() / 1000),
        model,
        choices: [
          {
            index: 0,
            message: { role: 'assistant', content, refusal: null },
            logprobs: null,
            finish_reason: model === CUT ? 'length' : 'stop',
          },
        ],
        usage: {
          prompt_tokens: tokens(prompt),
          completion_tokens: tokens(content),
          total_tokens: tokens(prompt) + tokens(content),
        },
      };
    });
  },
};
