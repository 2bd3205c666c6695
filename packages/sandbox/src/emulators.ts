import type { Emulator } from './core/world.ts';

/** Every stand-in, one line each, loaded when the sandbox starts. */
const ALL: Record<string, () => Promise<Emulator>> = {
  woocommerce: async () => (await import('./woocommerce/index.ts')).woocommerce,
  shopify: async () => (await import('./shopify/index.ts')).shopify,
  cj: async () => (await import('./cj/index.ts')).cj,
  mobile: async () => (await import('./mobile/index.ts')).mobile,
  ecb: async () => (await import('./ecb/index.ts')).ecb,
  openai: async () => (await import('./openai/index.ts')).openai,
  quayside: async () => (await import('./gateway/index.ts')).quayside,
  social: async () => (await import('./social/index.ts')).social,
  stripe: async () => (await import('./stripe/index.ts')).stripe,
  track17: async () => (await import('./track17/index.ts')).track17,
  aftership: async () => (await import('./aftership/index.ts')).aftership,
};

/** Loads the stand-ins named, or all of them. Throws when a name is unknown. */
export async function loadEmulators(names: string[] = Object.keys(ALL)): Promise<Emulator[]> {
  const loaded: Emulator[] = [];
  for (const name of names) {
    const load = ALL[name];
    if (!load) throw new Error(`unknown emulator: ${name}`);
    loaded.push(await load());
  }
  return loaded;
}
