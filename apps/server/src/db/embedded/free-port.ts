import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';

/** The wanted loopback port if it is free, else one chosen by the system. */
export async function freePort(wanted?: number): Promise<number> {
  for (const port of wanted ? [wanted, 0] : [0]) {
    const server = createServer();
    server.listen(port, '127.0.0.1');
    try {
      await once(server, 'listening');
    } catch {
      continue;
    }
    const { port: got } = server.address() as AddressInfo;
    server.close();
    await once(server, 'close');
    return got;
  }
  throw new Error('No free port on 127.0.0.1.');
}
