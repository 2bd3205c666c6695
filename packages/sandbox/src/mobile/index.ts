import { z } from 'zod';
import type { Emulator } from '../core/world.ts';
import { signInPage, wrapperPage } from './page.ts';

const form = z.object({ email: z.string(), password: z.string(), hide_billing: z.string().optional() });
const signedIn = z.object({ data: z.object({ token: z.string() }) });
type Query = { path?: string; silent?: string; token?: string; hide_billing?: string };

/**
 * The phone app around ours: it has the person signed in, shows our pages in a web view, answers GET_TOKEN and closes the
 * view on CLOSE_MODAL. Here the web view is a frame, and the messages are a window's.
 */
export const mobile: Emulator = {
  name: 'mobile',
  prefix: '/mobile',
  register(app, world) {
    app.get<{ Querystring: Query }>('/', (request, reply) => {
      const { hide_billing, path = '/app', silent, token } = request.query;
      const appUrl = world.setting('quayside.app_url');
      reply.type('text/html; charset=utf-8');
      if (!appUrl) return reply.code(503).send(signInPage('The app URL is not known yet.'));
      if (!token && silent !== '1') return reply.send(signInPage(''));
      return reply.send(
        wrapperPage({ appUrl, path, token: token ?? '', silent: silent === '1', hideBilling: hide_billing === '1' }),
      );
    });

    // As a phone app does it: with its own form, by the same call as everybody.
    app.post('/', async (request, reply) => {
      reply.type('text/html; charset=utf-8');
      const appUrl = world.setting('quayside.app_url');
      const fields = form.safeParse(request.body);
      if (!appUrl || !fields.success) return reply.code(400).send(signInPage('Enter your email and password.'));
      const { email, hide_billing, password } = fields.data;
      const answer = await fetch(`${appUrl}/api/auth/login`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ email, password }),
      });
      const known = signedIn.safeParse(await answer.json());
      if (!known.success) return reply.code(401).send(signInPage('Incorrect email or password.'));
      const { token } = known.data.data;
      return reply.send(wrapperPage({ appUrl, path: '/app', token, silent: false, hideBilling: hide_billing === '1' }));
    });
  },
};
