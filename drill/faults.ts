import type { FaultInput, SandboxClient } from '@quayside/testing/sandbox-client.ts';

/** Effects are shown this much later, and sooner where Quayside waits less than that for them to show. */
const HIDDEN_MS = 4_000;

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
  ['hide', 0.25, HIDDEN_MS],
];

/** What goes wrong with a webhook. */
const WEBHOOK_TROUBLE: [kind: string, probability: number, delayMs?: number][] = [
  ['webhook-drop', 0.05],
  ['webhook-duplicate', 0.3, 300],
  ['webhook-reorder', 0.2, 2_500],
  ['webhook-malformed', 0.03],
];

interface Side {
  standIn: string;
  match: string;
  /** Part of the trouble: where one step takes many calls, each meets less of it. */
  share: number;
}

/** The calls of each other side that the drill troubles: everything there, but not the pages of people. */
const SIDES: Side[] = [
  { standIn: 'quayside', match: '^(GET|POST) /quayside/(orders|shipping|stock)', share: 1 },
  { standIn: 'cj', match: '/(shopping|logistic)/', share: 0.4 },
  { standIn: 'woocommerce', match: '/orders', share: 0.5 },
  { standIn: 'shopify', match: 'graphql', share: 0.3 },
  { standIn: 'stripe', match: '/checkout/sessions', share: 1 },
];

const faultsOf = (trouble: typeof TROUBLE, sides: Side[], seed: number): FaultInput[] =>
  sides.flatMap(({ share, ...side }, row) =>
    trouble.map(([kind, probability, delayMs], at) => ({
      ...side,
      kind,
      probability: probability * share,
      seed: seed + row * 100 + at,
      ...(delayMs === undefined ? {} : { delayMs }),
    })),
  );

/** Lets everything go wrong that the sandbox can do, with draws that a seed repeats. `patienceMs`: how long lost effects are waited for. */
export async function makeTrouble(sandbox: SandboxClient, seed: number, patienceMs: number): Promise<void> {
  const hiddenMs = Math.min(HIDDEN_MS, 0.5 * patienceMs);
  for (const fault of faultsOf(TROUBLE, SIDES, seed))
    await sandbox.fault(fault.kind === 'hide' ? { ...fault, delayMs: hiddenMs } : fault);
}

/** The same for the webhooks of the stores. */
export async function makeWebhookTrouble(sandbox: SandboxClient, seed: number): Promise<void> {
  const sides = ['woocommerce', 'shopify'].map((standIn) => ({ standIn, match: 'WEBHOOK', share: 1 }));
  for (const fault of faultsOf(WEBHOOK_TROUBLE, sides, seed)) await sandbox.fault(fault);
}

/** Ends all faults, those of webhooks too, and tells how often each kind struck, over all sides. */
export async function endTrouble(sandbox: SandboxClient): Promise<Record<string, number>> {
  const met: Record<string, number> = {};
  for (const { kind, hits } of await sandbox.faults()) if (hits > 0) met[kind] = (met[kind] ?? 0) + hits;
  await sandbox.clearFaults();
  return met;
}
