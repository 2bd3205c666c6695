import { FAMILY_LIMITS, firstFamilyWith } from '@quayside/contracts/plan-table.ts';

/** The plan with which working in several stores begins. Apart, as few are ever told and the table of plans is long. */
export const SEVERAL_STORES = FAMILY_LIMITS[firstFamilyWith((limits) => limits.multiStore) ?? 'enterprise'].name;
