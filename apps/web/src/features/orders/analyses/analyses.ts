import type { CallData, CallQuery } from '../../../lib/api.ts';

export type Analyses = CallData<'GET /orders/v6/analyses'>;
export type AnalysesQuery = CallQuery<'GET /orders/v6/analyses'>;
