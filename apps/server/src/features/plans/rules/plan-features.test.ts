import { getPlan, type Plan } from '@quayside/contracts';
import { describe, expect, it } from 'vitest';
import { planFeatures } from './plan-features.ts';

const plan = (key: string): Plan => getPlan(key) as Plan;

describe('the features of a plan', () => {
  it('B442 to B447: carry the limits of its family', () => {
    expect(planFeatures(plan('FREE_CREDIT'), {})).toMatchObject({
      PRODUCT_LISTING: { limit: 10, usage: 0, cost: 4 },
      ORDER_FULFILLMENT: { limit: 50, cost: 0 },
      PRODUCT_IMPORT: { limit: -1, cost: 4 },
      WORKSPACE: { limit: 3 },
    });
    expect(planFeatures(plan('GROWTH_CREDIT_TIER_1'), {}).ORDER_FULFILLMENT.limit).toBe(-1);
  });
  it('B101, A07: working in several stores begins with Professional', () => {
    expect(planFeatures(plan('GROWTH_CREDIT_TIER_3'), {}).WP_ADD_STORE).toMatchObject({ limit: 0, type: 'permission' });
    expect(planFeatures(plan('PRO_CREDIT_TIER_1'), {}).WP_ADD_STORE.limit).toBe(-1);
  });
  it('counts all uses of AI against one limit', () => {
    const features = planFeatures(plan('FREE_CREDIT'), { AI_PRODUCT_SEO: 3, AI_IMAGE_GENERATION: 4 });
    expect(features.AI_PRODUCT_CONTENT).toMatchObject({ limit: 10, usage: 7 });
    expect(features.AI_IMAGE_GENERATION.usage).toBe(7);
  });
});
