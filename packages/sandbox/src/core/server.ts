import formbody from '@fastify/formbody';
import fastify from 'fastify';
import { addShopWindows } from '../shop/routes.ts';
import { createClock } from './clock.ts';
import { addControl } from './control.ts';
import { addFaultHooks, hiddenForMs } from './fault-hooks.ts';
import { createFaults } from './faults.ts';
import { addFonts } from './fonts.ts';
import { createHolds } from './holds.ts';
import { createOutbox } from './outbox.ts';
import { folderSecrets, type SandboxSecrets } from './secrets.ts';
import { openStore } from './store.ts';
import { sandboxVersion } from './version.ts';
import type { Emulator, ShopWindow, World } from './world.ts';

const TICK_MS = 250;
const CLOCK_SAVE_MS = 2000;

export interface SandboxOptions {
  dataDir: string;
  /** 0: any free port. */
  port: number;
  standIns: Emulator[];
  /** Default: those of the data folder. */
  secrets?: SandboxSecrets;
  log?: (line: string) => void;
}

export interface RunningSandbox {
  port: number;
  baseUrl: string;
  world: World;
  close(): Promise<void>;
}

/** Starts the sandbox world in this process, on loopback only. */
export async function startSandbox(options: SandboxOptions): Promise<RunningSandbox> {
  const store = openStore(options.dataDir);
  const clock = createClock(store);
  const faults = createFaults(store);
  const holds = createHolds();
  const outbox = createOutbox(store, faults, clock.now);
  const log = options.log ?? (() => undefined);
  const windows: ShopWindow[] = [];
  const ticks: (() => void)[] = [];
  const books = new Map<string, (query: Record<string, string>) => unknown>();
  const histories = new Map<string, (body: unknown) => unknown>();
  let baseUrl = '';

  const app = fastify({
    bodyLimit: 32 * 1024 * 1024,
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 500 },
  });
  app.addHook('onError', async (request, _reply, error) => {
    if ((error.statusCode ?? 500) >= 500) log(`${request.method} ${request.url}: ${error.stack ?? error.message}`);
  });
  const world: World = {
    db: store.db,
    transaction: store.transaction,
    dataDir: options.dataDir,
    log,
    setting: (key) => store.setting(`told:${key}`),
    clock,
    baseUrl: () => baseUrl,
    webhooks: outbox,
    secrets: options.secrets ?? folderSecrets(options.dataDir),
    visibleAt: () => Date.now() + hiddenForMs(),
    addWindow: (window) => void windows.push(window),
    onTick: (work) => void ticks.push(work),
    addBook: (standIn, read) => void books.set(standIn, read),
    addHistory: (standIn, write) => void histories.set(standIn, write),
  };

  await app.register(formbody);
  addFonts(app);
  const health = () => ({
    version: sandboxVersion(),
    pid: process.pid,
    dataDir: options.dataDir,
    standIns: options.standIns.map((standIn) => standIn.name),
  });
  /** The shops of every store stand-in: their address for connecting, and their window for a shopper. */
  const shops = () =>
    windows.flatMap((window) => {
      const prefix = options.standIns.find((standIn) => standIn.name === window.platform)?.prefix ?? '';
      return window.shops().map(({ shop, name, currency }) => ({
        platform: window.platform,
        shop,
        name,
        currency,
        address: `${baseUrl}${prefix}/${shop}`,
        typedAddress: window.domainOf?.(shop) ?? `${baseUrl}${prefix}/${shop}`,
        adminUrl: `${baseUrl}${prefix}/${shop}${window.adminPath}`,
        windowUrl: `${baseUrl}/shop/${window.platform}/${shop}`,
        makesKeys: window.makeKeys !== undefined,
      }));
    });
  const makeKeys = (platform: string, shop: string) => {
    const window = windows.find((one) => one.platform === platform);
    return window?.shops().some((one) => one.shop === shop) ? window.makeKeys?.(shop) : undefined;
  };
  const backOffices = () =>
    options.standIns.flatMap(({ backOffice, prefix }) =>
      backOffice ? [{ name: backOffice.name, url: `${baseUrl}${prefix}${backOffice.path}` }] : [],
    );
  await app.register(
    async (scope) =>
      addControl(scope, {
        store,
        clock,
        faults,
        holds,
        outbox,
        books,
        histories,
        health,
        shops,
        makeKeys,
        backOffices,
      }),
    {
      prefix: '/control',
    },
  );
  for (const standIn of options.standIns) {
    await app.register(
      async (scope) => {
        addFaultHooks(scope, standIn.name, faults, holds);
        await standIn.register(scope, world);
      },
      { prefix: standIn.prefix },
    );
  }
  await app.register(async (scope) => addShopWindows(scope, () => windows), { prefix: '/shop' });

  await app.listen({ host: '127.0.0.1', port: options.port });
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : options.port;
  baseUrl = `http://127.0.0.1:${port}`;

  let savedAt = Date.now();
  const timer = setInterval(() => {
    outbox.pump();
    for (const tick of ticks) {
      try {
        tick();
      } catch (error) {
        log(`tick: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
      }
    }
    if (Date.now() - savedAt < CLOCK_SAVE_MS) return;
    savedAt = Date.now();
    clock.save();
  }, TICK_MS);

  return {
    port,
    baseUrl,
    world,
    async close() {
      clearInterval(timer);
      outbox.close();
      holds.releaseAll();
      await app.close();
      clock.save();
      store.close();
    },
  };
}
