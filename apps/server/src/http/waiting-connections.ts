import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { BlockList, isIP, type Socket } from 'node:net';
import { getNetwork } from './network.ts';

/** Limits of connections waiting for their client: for one address, and in total. */
export const WAITING = { perAddress: 200, inAll: 2_000 };

/** Names accepted in QUAYSIDE_PROXIES besides addresses, as defined by proxy-addr. */
const NAMED: Record<string, readonly string[]> = {
  loopback: ['127.0.0.0/8', '::1/128'],
  linklocal: ['169.254.0.0/16', 'fe80::/10'],
  uniquelocal: ['10.0.0.0/8', '172.16.0.0/12', '192.168.0.0/16', 'fc00::/7'],
};

/** Whether an address is a trusted proxy, which carries many clients. */
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
 * Limits connections that wait for their client to finish or send a request: beyond it, the one waiting longest is
 * closed. Requests being answered, including live streams, are never closed.
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
    if (address !== undefined && !isProxy(address)) networks.set(socket, getNetwork(address));
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
