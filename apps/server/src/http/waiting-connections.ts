import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { networkOf } from './network.ts';

/** Connections that wait for their client: those of one address, and all of them. */
export const WAITING = { perAddress: 200, inAll: 2_000 };

/** What QUAYSIDE_PROXIES may name besides addresses, as the library that reads X-Forwarded-For has them (proxy-addr). */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is one of the proxies that are trusted: many people come through each of them. */
export function proxyTest(proxies: readonly string[]): (address: string) => boolean {
  const list = new BlockList();
  for (const range of proxies.flatMap((proxy) => NAMED[proxy] ?? [proxy])) {
    const [address = '', bits] = range.split('/');
    const family = isIP(address) === 6 ? 'ipv6' : 'ipv4';
    if (bits === undefined) list.addAddress(address, family);
    else list.addSubnet(address, Number(bits), family);
  }
  return (address) => list.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4');
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

/**
 * Bounds the connections that wait for their client: for the rest of a request, or for the next one. Beyond the bound the
 * one that has waited longest is closed, so that slow connections make room for those that get on. A request that is being
 * answered, live streams among them, is never closed.
 */
export function boundWaiting(server: Server, isProxy: (address: string) => boolean, most = WAITING): void {
  /** Longest wait first. */
  const all = new Set<Socket>();
  const byNetwork = new Map<string, Set<Socket>>();
  const networks = new WeakMap<Socket, string>();

  function leave(socket: Socket): void {
    all.delete(socket);
    const network = networks.get(socket);
    const near = network === undefined ? undefined : byNetwork.get(network);
    near?.delete(socket);
    if (network !== undefined && near?.size === 0) byNetwork.delete(network);
  }

  function closeFirst(sockets: Set<Socket>): void {
    const [first] = sockets;
    if (!first) return;
    leave(first);
    first.destroy();
  }

  function wait(socket: Socket): void {
    leave(socket);
    if (socket.destroyed) return;
    all.add(socket);
    const network = networks.get(socket);
    if (network !== undefined) {
      const near = byNetwork.get(network) ?? new Set();
      byNetwork.set(network, near.add(socket));
      if (near.size > most.perAddress) closeFirst(near);
    }
    if (all.size > most.inAll) closeFirst(all);
  }

  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress;
    if (address !== undefined && !isProxy(address)) networks.set(socket, networkOf(address));
    socket.once('close', () => leave(socket));
    wait(socket);
  });
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { socket } = request;
    if (hasBody(request)) {
      wait(socket);
      request.once('end', () => leave(socket));
    } else leave(socket);
    response.once('close', () => wait(socket));
  });
}
