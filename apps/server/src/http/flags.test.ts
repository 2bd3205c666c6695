import { REGIONS } from '@quayside/kernel';
import Fastify from 'fastify';
import { expect, it } from 'vitest';
import { flagAddress, serveFlags } from './flags.ts';
import type { HttpApp } from './route.ts';

it('B170: every region has a flag; other names lead nowhere', async () => {
  const fastify = Fastify();
  serveFlags({ fastify } as unknown as HttpApp);
  for (const { code } of REGIONS) {
    const answer = await fastify.inject(flagAddress(code));
    expect(answer.statusCode, code).toBe(200);
    expect(answer.headers['content-type']).toContain('image/svg+xml');
  }
  for (const name of ['zz.svg', 'us.png', '..%2Fpackage.json', 'US.svg'])
    expect((await fastify.inject(`/flags/${name}`)).statusCode, name).toBe(404);
});
