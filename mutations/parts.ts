/** A group of pure rules that is mutated together. Paths from the root. */
export interface Part {
  mutate: readonly string[];
  /** Tests that are run against each mutant: files, or folders whose unit tests are all run. */
  tests: readonly string[];
}

const features = 'apps/server/src/features';

/** The rules on which money and orders depend, in parts of at most 30 minutes on two cores. */
export const PARTS: Readonly<Record<string, Part>> = {
  money: {
    mutate: ['packages/kernel/src/money.ts', 'packages/kernel/src/transitions.ts'],
    tests: ['packages/kernel/src/money.test.ts', 'packages/kernel/src/transitions.test.ts'],
  },
  wallet: {
    mutate: [
      `${features}/wallet/rules/postings.ts`,
      `${features}/wallet/rules/lost-topup.ts`,
      `${features}/wallet/rules/topup-pace.ts`,
    ],
    tests: [`${features}/wallet/rules`],
  },
  effects: {
    mutate: [
      'apps/server/src/jobs/effect/lease.ts',
      'apps/server/src/jobs/effect/next-step.ts',
      'apps/server/src/jobs/effect/pass-gate.ts',
      'apps/server/src/jobs/effect/outcome.ts',
      'apps/server/src/jobs/effect/pauses.ts',
      'apps/server/src/jobs/effect/end-of.ts',
      'apps/server/src/jobs/batcher.ts',
    ],
    tests: ['apps/server/src/jobs'],
  },
  intake: {
    mutate: [
      `${features}/orders/rules/intake.ts`,
      `${features}/orders/rules/line-states.ts`,
      `${features}/orders/rules/order-status.ts`,
      `${features}/orders/rules/poll-cursor.ts`,
      `${features}/orders/rules/unreadable.ts`,
      `${features}/orders/rules/store-answer.ts`,
      `${features}/orders/rules/unreported.ts`,
      `${features}/orders/rules/compare-order.ts`,
      `${features}/orders/rules/waiting-lines.ts`,
    ],
    tests: [`${features}/orders/rules`],
  },
  purchasing: {
    mutate: [
      'apps/server/src/states/supplier-order.ts',
      `${features}/purchasing/rules/refunds.ts`,
      `${features}/purchasing/rules/pay-gate.ts`,
      `${features}/purchasing/rules/price-guard.ts`,
      `${features}/purchasing/rules/states.ts`,
      `${features}/purchasing/rules/lost-order.ts`,
      `${features}/purchasing/rules/plan-order.ts`,
      `${features}/purchasing/rules/plan-shipping.ts`,
      `${features}/purchasing/rules/bought-thing.ts`,
      `${features}/purchasing/rules/shortage.ts`,
    ],
    tests: [`${features}/purchasing/rules`],
  },
  parcels: {
    mutate: [
      `${features}/fulfilment/rules/parcels.ts`,
      `${features}/fulfilment/rules/shipment-states.ts`,
      `${features}/fulfilment/rules/next-update.ts`,
    ],
    tests: [`${features}/fulfilment/rules`],
  },
  push: {
    mutate: [
      `${features}/products/rules/push-plan.ts`,
      `${features}/products/rules/push-gates.ts`,
      `${features}/products/actions/push-outcome.ts`,
      `${features}/products/rules/listing-input.ts`,
      `${features}/products/rules/split.ts`,
    ],
    tests: [`${features}/products/rules`, `${features}/products/actions/push-outcome.test.ts`],
  },
};
