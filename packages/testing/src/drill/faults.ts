import type { FaultInput, SandboxClient } from './sandbox-client.ts';

/** What goes wrong with a supplier or a store, and how often. */
const TROUBLE: [kind: string, probability: number, delayMs?: number][] = [
  ['status-429', 0.03, 1_000],
  ['status-500', 0.03],
  ['status-503', 0.01],
  ['timeout-before', 0.02, 400],
  ['timeout-after', 0.03, 400],
  ['reset-after', 0.03],
  ['status-500-after', 0.03],
  ['malformed', 0.02],
  ['slow', 0.1, 700],
  ['hide', 0.25, 4_000],
];

/** What goes wrong with a webhook. */
const WEBHOOK_TROUBLE: [kind: string, probability: number, delayMs?: number][] = [
  ['webhook-drop', 0.05],
  ['webhook-duplicate', 0.3, 300],
  ['webhook-reorder', 0.2, 2_500],
  ['webhook-malformed', 0.03],
];

/** The calls of each other side that the drill troubles: everything there, but not the pages of people. */
const SIDES: { standIn: string; match: string }[] = [
  { standIn: 'quayside', match: '^(GET|POST) /quayside/(orders|shipping|stock)' },
  { standIn: 'cj', match: '/(shopping|logistic)/' },
  { standIn: 'woocommerce', match: '/orders' },
  { standIn: 'shopify', match: 'graphql' },
];

const faultsOf = (trouble: typeof TROUBLE, sides: typeof SIDES, seed: number): FaultInput[] =>
  sides.flatMap((side, row) =>
    trouble.map(([kind, probability, delayMs], at) => ({
      ...side,
      kind,
      probability,
      seed: seed + row * 100 + at,
      ...(delayMs === undefined ? {} : { delayMs }),
    })),
  );

/** Lets everything go wrong that the sandbox can do, with draws that a seed repeats. */
export async function makeTrouble(sandbox: SandboxClient, seed: number): Promise<void> {
  for (const fault of faultsOf(TROUBLE, SIDES, seed)) await sandbox.fault(fault);
}

/** The same for the webhooks of the stores. */
export async function makeWebhookTrouble(sandbox: SandboxClient, seed: number): Promise<void> {
  const sides = ['woocommerce', 'shopify'].map((standIn) => ({ standIn, match: 'WEBHOOK' }));
  for (const fault of faultsOf(WEBHOOK_TROUBLE, sides, seed)) await sandbox.fault(fault);
}

/** How often each kind struck, over all sides. */
export async function troubleMet(sandbox: SandboxClient): Promise<Record<string, number>> {
  const met: Record<string, number> = {};
  for (const { kind, hits } of await sandbox.faults()) if (hits > 0) met[kind] = (met[kind] ?? 0) + hits;
  return met;
}
