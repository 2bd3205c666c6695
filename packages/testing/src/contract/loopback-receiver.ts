import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { RawWebhook } from '@quayside/connector-kit';

/** Receives raw webhooks on loopback for the length of `work`. */
export async function receiving<T>(work: (address: string, got: RawWebhook[]) => Promise<T>): Promise<T> {
  const got: RawWebhook[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      got.push({ headers: request.headers as Record<string, string>, body: Buffer.concat(chunks) });
      response.writeHead(200).end();
    });
  });
  await new Promise<void>((up) => server.listen(0, '127.0.0.1', up));
  try {
    return await work(`http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`, got);
  } finally {
    server.closeAllConnections();
    await new Promise((down) => server.close(down));
  }
}
