import type { WorkplaceScope } from '../../../db/index.ts';
import type { Deps } from '../../../deps.ts';
import type { ProductPorts } from '../../products/index.ts';
import { findRule } from '../price-rule-repo.ts';
import { ratesOfRule } from '../queries/rule-rates.ts';
import { computePrice, convertRule } from '../rules/compute-price.ts';

/** Prices imports by the workspace's rule where it is on for them. What it can't price is priced as without it. */
export const createImportPrice =
  (deps: Deps): NonNullable<ProductPorts['importPrice']> =>
  ({ accountId, workplaceId }: WorkplaceScope, currencies) =>
    deps.db.read({ accountId, workplaceId }, async (ex) => {
      const saved = await findRule(ex, workplaceId, null);
      if (!saved?.for_imports) return undefined;
      const { rule, suggested_first: suggestedFirst } = saved;
      const others = currencies.filter((one) => one !== rule.currency);
      const pairs = others.map((to) => ({ from: rule.currency, to }));
      const rules = new Map([[rule.currency, rule]]);
      for (const { to, rate } of await ratesOfRule(ex, workplaceId, pairs, deps.clock.now().slice(0, 10)))
        if (rate) rules.set(to, convertRule(rule, to, rate.rate));
      return {
        needsShipping: rule.shipping_included,
        price({ cost, shipping, suggested }) {
          const used = rules.get(cost.currency);
          if (!used || (suggestedFirst && suggested)) return undefined;
          const result = computePrice({ cost, shipping }, used, undefined);
          return 'missing' in result ? undefined : { price: result.price, compareAt: result.compareAt ?? null };
        },
      };
    });
